// Sums and maxima over the threads of a work group; all threads get them.

shared float shares[THREADS];

// Not a number where either is not.
float larger(float a, float b) {
    return isNaN(a) || a > b ? a : b;
}

float sumOf(float share) {
    uint t = gl_LocalInvocationID.x;
    barrier();
    shares[t] = share;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        barrier();
        if (t < width) {
            shares[t] += shares[t + width];
        }
    }
    barrier();
    return shares[0];
}

float largestOf(float share) {
    uint t = gl_LocalInvocationID.x;
    barrier();
    shares[t] = share;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        barrier();
        if (t < width) {
            shares[t] = larger(shares[t], shares[t + width]);
        }
    }
    barrier();
    return shares[0];
}
