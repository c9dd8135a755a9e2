package io.tandem.backend.opencl;

import static org.jocl.CL.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;

/** Where OpenCL's status codes are checked, so that none is ignored and none is checked twice. */
final class Cl {
    /** cl_khr_icd: the loader found no platform. */
    static final int CL_PLATFORM_NOT_FOUND_KHR = -1001;

    private Cl() {}

    /**
     * Throws what {@code status} stands for, if it is an error.
     *
     * @param subject the device's id, or the provider's name where no device is concerned
     * @param call what was called, with the facts that matter
     */
    static void check(int status, String subject, String call) {
        if (status != CL_SUCCESS) {
            throw failure(status, subject, call);
        }
    }

    static BackendException failure(int status, String subject, String call) {
        Kind kind = kind(status);
        return new BackendException(
                kind,
                subject,
                call + " failed on " + subject + " [" + stringFor_errorCode(status) + " (" + status + ")]. "
                        + remedy(kind));
    }

    private static Kind kind(int status) {
        return switch (status) {
            case CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE -> Kind.OUT_OF_MEMORY;
            case CL_DEVICE_NOT_FOUND, CL_DEVICE_NOT_AVAILABLE, CL_COMPILER_NOT_AVAILABLE, CL_PLATFORM_NOT_FOUND_KHR ->
                Kind.UNAVAILABLE;
            case CL_BUILD_PROGRAM_FAILURE -> Kind.KERNEL_BUILD;
            default -> Kind.INTERNAL;
        };
    }

    private static String remedy(Kind kind) {
        return switch (kind) {
            case OUT_OF_MEMORY -> "Free memory, or spread the work over more devices.";
            case DEVICE_LOST -> "The driver has reset the device: open it again, or go on without it.";
            case UNAVAILABLE -> "Install or update the device's OpenCL driver.";
            case UNSUPPORTED, KERNEL_BUILD, INVALID_INDEX, INTERNAL -> "Update the device's OpenCL driver.";
        };
    }
}
