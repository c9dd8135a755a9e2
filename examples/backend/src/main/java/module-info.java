/** The backend of Acme's accelerator. */
module com.acme.tandem {
    requires io.tandem.api;

    provides io.tandem.backend.BackendProvider with
            com.acme.tandem.AcmeBackend;
}
