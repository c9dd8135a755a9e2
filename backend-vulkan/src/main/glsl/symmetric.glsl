// How encode_long.comp fits groups of Q3_K and Q6_K: a scale each.

int symmetricQuant(float value, int n) {
    return clamp(nearest(value), -n, n - 1);
}

void roundSymmetric(uint from, int n, float scale) {
    [[dont_unroll]] for (uint i = from; i < from + 16 && scale != 0; i++) {
        precise float y = divided(x[i], scale);
        quants[i] = symmetricQuant(y, n) + n;
    }
}

float stepwise(uint from, int n) {
    float largest = largestOf(from, 16);
    if (abs(largest) < 1e-15) {
        return 0;
    }
    precise float scale = 0;
    precise float best = 0;
    [[dont_unroll]] for (int trial = 0; trial <= 18; trial++) {
        int step = trial == 0 ? 0 : trial <= 9 ? trial - 10 : trial - 9;
        precise float codes = -(float(n) + 0.1 * float(step));
        precise float inverse = divided(codes, largest);
        precise float sumXq = 0;
        precise float sumQq = 0;
        [[dont_unroll]] for (uint i = from; i < from + 16; i++) {
            precise float y = inverse * x[i];
            precise float q = float(symmetricQuant(y, n));
            precise float weight = x[i] * x[i];
            sumXq += weight * x[i] * q;
            sumQq += weight * q * q;
        }
        if (trial == 0 || sumQq > 0 && sumXq * sumXq > best * sumQq) {
            [[dont_unroll]] for (uint i = from; i < from + 16; i++) {
                precise float y = inverse * x[i];
                quants[i] = symmetricQuant(y, n) + n;
            }
            scale = sumQq == 0 ? 0 : divided(sumXq, sumQq);
            best = scale * sumXq;
        }
    }
    return scale;
}

float oneByOne(uint from, int n) {
    float largest = largestOf(from, 16);
    if (abs(largest) < 1e-15) {
        return 0;
    }
    precise float inverse = divided(-float(n), largest);
    precise float sumXq = 0;
    precise float sumQq = 0;
    [[dont_unroll]] for (uint i = from; i < from + 16; i++) {
        precise float y = inverse * x[i];
        int quant = symmetricQuant(y, n);
        quants[i] = quant;
        precise float q = float(quant);
        precise float weight = x[i] * x[i];
        sumXq += weight * x[i] * q;
        sumQq += weight * q * q;
    }
    bool changed = true;
    [[dont_unroll]] for (uint pass = 0; pass < 5 && changed; pass++) {
        changed = false;
        [[dont_unroll]] for (uint i = from; i < from + 16; i++) {
            precise float value = x[i];
            precise float q = float(quants[i]);
            precise float weight = value * value;
            precise float otherXq = sumXq - weight * value * q;
            precise float otherQq = sumQq - weight * q * q;
            precise float y = divided(value * otherQq, otherXq);
            int better = symmetricQuant(y, n);
            if (!(otherXq > 0) || better == quants[i]) {
                continue;
            }
            precise float b = float(better);
            otherXq += weight * value * b;
            otherQq += weight * b * b;
            if (otherQq > 0 && otherXq * otherXq * sumQq > sumXq * sumXq * otherQq) {
                quants[i] = better;
                sumXq = otherXq;
                sumQq = otherQq;
                changed = true;
            }
        }
    }
    [[dont_unroll]] for (uint i = from; i < from + 16; i++) {
        quants[i] += n;
    }
    return divided(sumXq, sumQq);
}

// The first scale of largest magnitude.
float largestOfScales(uint count) {
    float largest = 0;
    [[dont_unroll]] for (uint g = 0; g < count; g++) {
        largest = abs(scales[g]) > abs(largest) ? scales[g] : largest;
    }
    return largest;
}
