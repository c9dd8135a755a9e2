package io.tandem.backend.opencl;

import static org.jocl.CL.*;

import io.tandem.backend.DeviceKind;
import io.tandem.backend.Limits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;

/** Asks a driver about one device. */
final class DeviceQuery {
    /** Tensors start at cache lines of every GPU, so that wide loads are aligned. */
    private static final long ALIGNMENT_BYTES = 128;

    /** What drivers ask of the host memory that they use in place. */
    private static final long PAGE_BYTES = 4096;

    // Of extensions that JOCL does not name: cl_khr_device_uuid, cl_khr_pci_bus_info, cl_nv_device_attribute_query.
    private static final int CL_DEVICE_UUID_KHR = 0x106A;
    private static final int CL_DEVICE_PCI_BUS_INFO_KHR = 0x410F;
    private static final int CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000;
    private static final int CL_DEVICE_PCI_BUS_ID_NV = 0x4008;
    private static final int CL_DEVICE_PCI_SLOT_ID_NV = 0x4009;
    private static final int CL_DEVICE_PCI_DOMAIN_ID_NV = 0x400A;

    /** Of NVIDIA's devices, the first whose matrix units take 16 × 8 × 16 halves. */
    private static final int LEAST_CAPABILITY = 8;

    private final cl_platform_id platform;
    private final cl_device_id device;
    private final OpenClOptions options;
    private final Set<String> extensions;

    private DeviceQuery(cl_platform_id platform, cl_device_id device, OpenClOptions options) {
        this.platform = platform;
        this.device = device;
        this.options = options;
        this.extensions = new TreeSet<>(Arrays.asList(text(CL_DEVICE_EXTENSIONS).split("\\s+", -1)));
    }

    static PhysicalDevice ask(cl_platform_id platform, cl_device_id device, OpenClOptions options) {
        return new DeviceQuery(platform, device, options).answer();
    }

    private PhysicalDevice answer() {
        // "OpenCL 3.0 and what the vendor adds"
        String version = text(CL_DEVICE_VERSION).split("\\s+", -1)[1];
        return new PhysicalDevice(
                platform,
                device,
                text(CL_DEVICE_NAME),
                text(Cl.info(platform, CL_PLATFORM_NAME)),
                text(CL_DRIVER_VERSION),
                version,
                kind(),
                offers("cl_khr_device_uuid") ? uuid() : null,
                pciAddress(),
                features(),
                missing(version),
                number(CL_DEVICE_GLOBAL_MEM_SIZE),
                new Limits(
                        Math.min(number(CL_DEVICE_MAX_MEM_ALLOC_SIZE), options.maxAllocationBytes()),
                        ALIGNMENT_BYTES,
                        PAGE_BYTES),
                new PhysicalDevice.ComputeLimits(
                        number(CL_DEVICE_LOCAL_MEM_SIZE),
                        Math.min(number(CL_DEVICE_MAX_WORK_GROUP_SIZE), number(CL_DEVICE_MAX_WORK_ITEM_SIZES)),
                        (number(CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0));
    }

    private boolean offers(OpenClFeature feature) {
        return offers(feature.extension())
                && (feature != OpenClFeature.PTX || number(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) >= LEAST_CAPABILITY);
    }

    private boolean offers(String extension) {
        return extensions.contains(extension);
    }

    private Set<OpenClFeature> features() {
        Set<OpenClFeature> features = EnumSet.noneOf(OpenClFeature.class);
        for (OpenClFeature feature : OpenClFeature.values()) {
            if (offers(feature) && !options.disabled().contains(feature)) {
                features.add(feature);
            }
        }
        return features;
    }

    private List<String> missing(String version) {
        List<String> missing = new ArrayList<>();
        require(
                !version.startsWith("1.0") && !version.startsWith("1.1"),
                "OpenCL 1.2 (it speaks " + version + ")",
                missing);
        require(number(CL_DEVICE_AVAILABLE) != 0, "availability, as its driver says", missing);
        require(number(CL_DEVICE_COMPILER_AVAILABLE) != 0, "a compiler", missing);
        require(number(CL_DEVICE_ENDIAN_LITTLE) != 0, "little-endian memory", missing);
        return missing;
    }

    private static void require(boolean present, String what, List<String> missing) {
        if (!present) {
            missing.add(what);
        }
    }

    @SuppressWarnings("deprecation") // nothing replaces it
    private DeviceKind kind() {
        long type = number(CL_DEVICE_TYPE);
        if ((type & CL_DEVICE_TYPE_GPU) != 0) {
            return number(CL_DEVICE_HOST_UNIFIED_MEMORY) != 0 ? DeviceKind.INTEGRATED_GPU : DeviceKind.GPU;
        }
        return (type & CL_DEVICE_TYPE_CPU) != 0 ? DeviceKind.CPU : DeviceKind.ACCELERATOR;
    }

    private @Nullable String uuid() {
        String text = HexFormat.of().formatHex(bytes(CL_DEVICE_UUID_KHR));
        return text.chars().allMatch(digit -> digit == '0') ? null : text;
    }

    private @Nullable String pciAddress() {
        if (offers("cl_khr_pci_bus_info")) {
            var bus = ByteBuffer.wrap(bytes(CL_DEVICE_PCI_BUS_INFO_KHR))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asIntBuffer();
            return String.format("%04x:%02x:%02x.%x", bus.get(0), bus.get(1), bus.get(2), bus.get(3));
        }
        if (offers("cl_nv_device_attribute_query")) {
            long slot = number(CL_DEVICE_PCI_SLOT_ID_NV);
            return String.format(
                    "%04x:%02x:%02x.%x",
                    number(CL_DEVICE_PCI_DOMAIN_ID_NV), number(CL_DEVICE_PCI_BUS_ID_NV), slot >> 3, slot & 7);
        }
        return null;
    }

    /** A number of 4 or 8 bytes, as the driver has it; the first of several. */
    private long number(int parameter) {
        ByteBuffer bytes = ByteBuffer.wrap(bytes(parameter)).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.remaining() >= Long.BYTES ? bytes.getLong() : Integer.toUnsignedLong(bytes.getInt());
    }

    private String text(int parameter) {
        return text(bytes(parameter));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).replace("\0", "").strip();
    }

    private byte[] bytes(int parameter) {
        return Cl.info(device, parameter);
    }
}
