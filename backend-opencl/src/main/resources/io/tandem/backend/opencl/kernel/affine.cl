// How encode_long.cl fits groups of Q2_K, Q4_K and Q5_K: a scale and a minimum each.

void weigh(Work *w, uint from) {
    float base = 0;
    if (SQUARED) {
        float sum = 0;
        for (uint i = from; i < from + GROUP; i++) {
            sum += w->x[i] * w->x[i];
        }
        base = rooted(divided(sum, (float)GROUP));
    }
    for (uint i = 0; i < GROUP; i++) {
        w->weights[i] = base + fabs(w->x[from + i]);
    }
}

void spreadGuess(Work *w, uint from, float minimum, float inverse) {
    for (uint i = 0; i < GROUP; i++) {
        float y = inverse * (w->x[from + i] - minimum);
        w->guess[i] = clamp(nearest(y), 0, MOST);
    }
}

float errorOf(Work *w, uint from, float scale, float minimum) {
    float error = 0;
    for (uint i = 0; i < GROUP; i++) {
        float difference = scale * (float)(w->guess[i]) + minimum - w->x[from + i];
        float size = SQUARED ? difference * difference : fabs(difference);
        error += w->weights[i] * size;
    }
    return error;
}

void keepGuess(Work *w, uint from) {
    for (uint i = 0; i < GROUP; i++) {
        w->quants[from + i] = w->guess[i];
    }
}

float improve(Work *w, uint g, float sumWeights, float sumX, float best) {
    uint from = g * GROUP;
    float sumQ = 0;
    float sumQq = 0;
    float sumXq = 0;
    for (uint i = 0; i < GROUP; i++) {
        float q = (float)(w->guess[i]);
        float weighted = w->weights[i] * q;
        sumQ += weighted;
        sumQq += weighted * q;
        sumXq += weighted * w->x[from + i];
    }
    float determinant = sumWeights * sumQq - sumQ * sumQ;
    if (!(determinant > 0)) {
        return best;
    }
    float slope = sumWeights * sumXq - sumX * sumQ;
    float offset = sumQq * sumX - sumQ * sumXq;
    float scale = divided(slope, determinant);
    float minimum = divided(offset, determinant);
    if (minimum > 0) {
        minimum = 0;
        scale = divided(sumXq, sumQq);
    }
    float error = errorOf(w, from, scale, minimum);
    if (!(error < best)) {
        return best;
    }
    keepGuess(w, from);
    w->scales[g] = scale;
    w->minimums[g] = -minimum;
    return error;
}

void fitAffine(Work *w, uint g) {
    uint from = g * GROUP;
    weigh(w, from);
    float minimum = w->x[from];
    float maximum = w->x[from];
    float sumWeights = w->weights[0];
    float sumX = sumWeights * w->x[from];
    for (uint i = 1; i < GROUP; i++) {
        float value = w->x[from + i];
        minimum = value < minimum ? value : minimum;
        maximum = value > maximum ? value : maximum;
        sumWeights += w->weights[i];
        sumX += w->weights[i] * value;
    }
    minimum = minimum > 0 ? 0 : minimum;
    w->scales[g] = 0;
    w->minimums[g] = -minimum;
    for (uint i = 0; i < GROUP; i++) {
        w->quants[from + i] = 0;
    }
    if (maximum == minimum) {
        return;
    }
    float inverse = divided((float)MOST, maximum - minimum);
    spreadGuess(w, from, minimum, inverse);
    w->scales[g] = divided(1, inverse);
    float best = errorOf(w, from, w->scales[g], minimum);
    keepGuess(w, from);
    for (int step = 0; step <= LAST; step++) {
        minimum = -w->minimums[g];
        float codes = FIRST + 0.1 * (float)step + (float)MOST;
        float further = divided(codes, maximum - minimum);
        spreadGuess(w, from, minimum, further);
        best = improve(w, g, sumWeights, sumX, best);
    }
}

float largestScale(Work *w) {
    float largest = 0;
    for (uint g = 0; g < GROUPS; g++) {
        largest = w->scales[g] > largest ? w->scales[g] : largest;
    }
    return largest;
}

float largestMinimum(Work *w) {
    float largest = 0;
    for (uint g = 0; g < GROUPS; g++) {
        largest = w->minimums[g] > largest ? w->minimums[g] : largest;
    }
    return largest;
}

int codeOf(float value, float largest) {
    float inverse = largest > 0 ? divided(MOST_CODE, largest) : 0;
    float y = inverse * value;
    return clamp(nearest(y), 0, (int)MOST_CODE);
}

// Fits all groups; d and m are stored from byte `scaleAt` on, and elements rounded for what was stored.
void encodeAffine(Work *w, Words base, uint scaleAt) {
    for (uint g = 0; g < GROUPS; g++) {
        fitAffine(w, g);
    }
    float largest = largestScale(w);
    float least = largestMinimum(w);
    for (uint g = 0; g < GROUPS; g++) {
        w->scaleCodes[g] = codeOf(w->scales[g], largest);
        w->minimumCodes[g] = codeOf(w->minimums[g], least);
    }
    float scale = storedHalf(base, scaleAt, divided(largest, MOST_CODE));
    float minimum = storedHalf(base, scaleAt + 2, divided(least, MOST_CODE));
    for (uint i = 0; i < LONG; i++) {
        float d = scale * (float)(w->scaleCodes[i / GROUP]);
        float m = minimum * (float)(w->minimumCodes[i / GROUP]);
        if (d != 0) {
            float y = divided(w->x[i] + m, d);
            w->quants[i] = clamp(nearest(y), 0, MOST);
        }
    }
}
