package io.tandem.backend.opencl;

import static org.jocl.CL.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.util.stream.Collectors;

/** What OpenCL's status codes mean to our callers. */
final class ClStatus {
    /** cl_khr_icd: the loader found no platform. */
    static final int CL_PLATFORM_NOT_FOUND_KHR = -1001;

    /** More of a compiler's complaints follow from the first. */
    private static final int LOG_LINES = 4;

    private ClStatus() {}

    /**
     * The exception that an error stands for.
     *
     * @param subject the device's id, or the provider's name where no device is concerned
     * @param call what was called, with the facts that matter
     */
    static BackendException failure(int status, String subject, String call) {
        Kind kind = kind(status);
        return new BackendException(
                kind,
                subject,
                call + " failed on " + subject + " [" + name(status) + " (" + status + ")]. " + remedy(kind));
    }

    /** The exception that a program's failed build stands for, with what matters of what the compiler says. */
    static BackendException buildFailure(int status, String deviceId, String what, String log) {
        String firstLines = log.lines()
                .filter(line -> !line.isBlank())
                .limit(LOG_LINES)
                .map(String::strip)
                .collect(Collectors.joining(" | "));
        return new BackendException(
                Kind.KERNEL_BUILD,
                deviceId,
                "clBuildProgram of " + what + " failed on " + deviceId + " [" + name(status) + " (" + status + ")]: "
                        + firstLines + ". " + remedy(Kind.KERNEL_BUILD));
    }

    private static String name(int status) {
        return status == CL_PLATFORM_NOT_FOUND_KHR ? "CL_PLATFORM_NOT_FOUND_KHR" : stringFor_errorCode(status);
    }

    private static Kind kind(int status) {
        return switch (status) {
            case CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE -> Kind.OUT_OF_MEMORY;
            // OpenCL has no code for a lost device: after a fault its context and queues become invalid.
            case CL_DEVICE_NOT_AVAILABLE, CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE -> Kind.DEVICE_LOST;
            case CL_DEVICE_NOT_FOUND, CL_COMPILER_NOT_AVAILABLE, CL_PLATFORM_NOT_FOUND_KHR -> Kind.UNAVAILABLE;
            case CL_BUILD_PROGRAM_FAILURE -> Kind.KERNEL_BUILD;
            default -> Kind.INTERNAL;
        };
    }

    private static String remedy(Kind kind) {
        return switch (kind) {
            case OUT_OF_MEMORY -> "Free memory, or spread the work over more devices.";
            case DEVICE_LOST -> "The driver has reset the device: open it again, or go on without it.";
            case UNAVAILABLE ->
                "Install or update the device's OpenCL driver (pocl-opencl-icd for the CPU), and see that the vendor folder"
                        + " (/etc/OpenCL/vendors, or what OCL_ICD_VENDORS names) has its .icd file.";
            case UNSUPPORTED, KERNEL_BUILD, INVALID_INDEX, INTERNAL -> "Update the device's OpenCL driver.";
        };
    }
}
