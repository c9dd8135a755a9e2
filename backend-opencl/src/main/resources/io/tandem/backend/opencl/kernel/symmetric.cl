// How encode_long.cl fits groups of Q3_K and Q6_K: a scale each.

int symmetricQuant(float value, int n) {
    return clamp(nearest(value), -n, n - 1);
}

void roundSymmetric(Work *w, uint from, int n, float scale) {
    for (uint i = from; i < from + 16 && scale != 0; i++) {
        float y = divided(w->x[i], scale);
        w->quants[i] = symmetricQuant(y, n) + n;
    }
}

float stepwise(Work *w, uint from, int n) {
    float largest = largestOf(w, from, 16);
    if (fabs(largest) < 1e-15) {
        return 0;
    }
    float scale = 0;
    float best = 0;
    for (int trial = 0; trial <= 18; trial++) {
        int step = trial == 0 ? 0 : trial <= 9 ? trial - 10 : trial - 9;
        float codes = -((float)n + 0.1 * (float)step);
        float inverse = divided(codes, largest);
        float sumXq = 0;
        float sumQq = 0;
        for (uint i = from; i < from + 16; i++) {
            float y = inverse * w->x[i];
            float q = (float)(symmetricQuant(y, n));
            float weight = w->x[i] * w->x[i];
            sumXq += weight * w->x[i] * q;
            sumQq += weight * q * q;
        }
        if (trial == 0 || sumQq > 0 && sumXq * sumXq > best * sumQq) {
            for (uint i = from; i < from + 16; i++) {
                float y = inverse * w->x[i];
                w->quants[i] = symmetricQuant(y, n) + n;
            }
            scale = sumQq == 0 ? 0 : divided(sumXq, sumQq);
            best = scale * sumXq;
        }
    }
    return scale;
}

float oneByOne(Work *w, uint from, int n) {
    float largest = largestOf(w, from, 16);
    if (fabs(largest) < 1e-15) {
        return 0;
    }
    float inverse = divided(-(float)n, largest);
    float sumXq = 0;
    float sumQq = 0;
    for (uint i = from; i < from + 16; i++) {
        float y = inverse * w->x[i];
        int quant = symmetricQuant(y, n);
        w->quants[i] = quant;
        float q = (float)quant;
        float weight = w->x[i] * w->x[i];
        sumXq += weight * w->x[i] * q;
        sumQq += weight * q * q;
    }
    bool changed = true;
    for (uint pass = 0; pass < 5 && changed; pass++) {
        changed = false;
        for (uint i = from; i < from + 16; i++) {
            float value = w->x[i];
            float q = (float)(w->quants[i]);
            float weight = value * value;
            float otherXq = sumXq - weight * value * q;
            float otherQq = sumQq - weight * q * q;
            float y = divided(value * otherQq, otherXq);
            int better = symmetricQuant(y, n);
            if (!(otherXq > 0) || better == w->quants[i]) {
                continue;
            }
            float b = (float)better;
            otherXq += weight * value * b;
            otherQq += weight * b * b;
            if (otherQq > 0 && otherXq * otherXq * sumQq > sumXq * sumXq * otherQq) {
                w->quants[i] = better;
                sumXq = otherXq;
                sumQq = otherQq;
                changed = true;
            }
        }
    }
    for (uint i = from; i < from + 16; i++) {
        w->quants[i] += n;
    }
    return divided(sumXq, sumQq);
}

// The first scale of largest magnitude.
float largestOfScales(Work *w, uint count) {
    float largest = 0;
    for (uint g = 0; g < count; g++) {
        largest = fabs(w->scales[g]) > fabs(largest) ? w->scales[g] : largest;
    }
    return largest;
}
