// Sums and maxima over the threads of a work group; all threads get them.

// Not a number where either is not.
float larger(float a, float b) {
    return isNaN(a) || a > b ? a : b;
}

float sumOf(float share, __local float *shares) {
    uint t = get_local_id(0);
    synchronize();
    shares[t] = share;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        synchronize();
        if (t < width) {
            shares[t] += shares[t + width];
        }
    }
    synchronize();
    return shares[0];
}

float largestOf(float share, __local float *shares) {
    uint t = get_local_id(0);
    synchronize();
    shares[t] = share;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        synchronize();
        if (t < width) {
            shares[t] = larger(shares[t], shares[t + width]);
        }
    }
    synchronize();
    return shares[0];
}
