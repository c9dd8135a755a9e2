/** The Vulkan compute backend. */
module io.tandem.backend.vulkan {
    requires static org.jspecify;
    requires io.tandem.api;
    requires io.tandem.backend.gpu;
    requires org.lwjgl;
    requires org.lwjgl.vulkan;

    provides io.tandem.backend.BackendProvider with
            io.tandem.backend.vulkan.VulkanProvider;
}
