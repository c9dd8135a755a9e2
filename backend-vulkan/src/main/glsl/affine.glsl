// How encode_long.comp fits groups of Q2_K, Q4_K and Q5_K: a scale and a minimum each.

void weigh(uint from) {
    precise float base = 0;
    if (SQUARED) {
        precise float sum = 0;
        [[dont_unroll]] for (uint i = from; i < from + GROUP; i++) {
            sum += x[i] * x[i];
        }
        base = rooted(divided(sum, float(GROUP)));
    }
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        weights[i] = base + abs(x[from + i]);
    }
}

void spreadGuess(uint from, float minimum, float inverse) {
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        precise float y = inverse * (x[from + i] - minimum);
        guess[i] = clamp(nearest(y), 0, MOST);
    }
}

float errorOf(uint from, float scale, float minimum) {
    precise float error = 0;
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        precise float difference = scale * float(guess[i]) + minimum - x[from + i];
        precise float size = SQUARED ? difference * difference : abs(difference);
        error += weights[i] * size;
    }
    return error;
}

void keepGuess(uint from) {
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        quants[from + i] = guess[i];
    }
}

float improve(uint g, float sumWeights, float sumX, float best) {
    uint from = g * GROUP;
    precise float sumQ = 0;
    precise float sumQq = 0;
    precise float sumXq = 0;
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        precise float q = float(guess[i]);
        precise float weighted = weights[i] * q;
        sumQ += weighted;
        sumQq += weighted * q;
        sumXq += weighted * x[from + i];
    }
    precise float determinant = sumWeights * sumQq - sumQ * sumQ;
    if (!(determinant > 0)) {
        return best;
    }
    precise float slope = sumWeights * sumXq - sumX * sumQ;
    precise float offset = sumQq * sumX - sumQ * sumXq;
    precise float scale = divided(slope, determinant);
    precise float minimum = divided(offset, determinant);
    if (minimum > 0) {
        minimum = 0;
        scale = divided(sumXq, sumQq);
    }
    float error = errorOf(from, scale, minimum);
    if (!(error < best)) {
        return best;
    }
    keepGuess(from);
    scales[g] = scale;
    minimums[g] = -minimum;
    return error;
}

void fitAffine(uint g) {
    uint from = g * GROUP;
    weigh(from);
    float minimum = x[from];
    float maximum = x[from];
    precise float sumWeights = weights[0];
    precise float sumX = sumWeights * x[from];
    [[dont_unroll]] for (uint i = 1; i < GROUP; i++) {
        float value = x[from + i];
        minimum = value < minimum ? value : minimum;
        maximum = value > maximum ? value : maximum;
        sumWeights += weights[i];
        sumX += weights[i] * value;
    }
    minimum = minimum > 0 ? 0 : minimum;
    scales[g] = 0;
    minimums[g] = -minimum;
    [[dont_unroll]] for (uint i = 0; i < GROUP; i++) {
        quants[from + i] = 0;
    }
    if (maximum == minimum) {
        return;
    }
    precise float inverse = divided(float(MOST), maximum - minimum);
    spreadGuess(from, minimum, inverse);
    scales[g] = divided(1, inverse);
    float best = errorOf(from, scales[g], minimum);
    keepGuess(from);
    [[dont_unroll]] for (int step = 0; step <= LAST; step++) {
        minimum = -minimums[g];
        precise float codes = FIRST + 0.1 * float(step) + float(MOST);
        precise float further = divided(codes, maximum - minimum);
        spreadGuess(from, minimum, further);
        best = improve(g, sumWeights, sumX, best);
    }
}

float largestScale() {
    float largest = 0;
    [[dont_unroll]] for (uint g = 0; g < GROUPS; g++) {
        largest = scales[g] > largest ? scales[g] : largest;
    }
    return largest;
}

float largestMinimum() {
    float largest = 0;
    [[dont_unroll]] for (uint g = 0; g < GROUPS; g++) {
        largest = minimums[g] > largest ? minimums[g] : largest;
    }
    return largest;
}

int codeOf(float value, float largest) {
    precise float inverse = largest > 0 ? divided(MOST_CODE, largest) : 0;
    precise float y = inverse * value;
    return clamp(nearest(y), 0, int(MOST_CODE));
}

// Fits all groups; d and m are stored from byte `scaleAt` on, and elements rounded for what was stored.
void encodeAffine(uvec2 base, uint scaleAt) {
    [[dont_unroll]] for (uint g = 0; g < GROUPS; g++) {
        fitAffine(g);
    }
    float largest = largestScale();
    float least = largestMinimum();
    [[dont_unroll]] for (uint g = 0; g < GROUPS; g++) {
        scaleCodes[g] = codeOf(scales[g], largest);
        minimumCodes[g] = codeOf(minimums[g], least);
    }
    float scale = storedHalf(base, scaleAt, divided(largest, MOST_CODE));
    float minimum = storedHalf(base, scaleAt + 2, divided(least, MOST_CODE));
    [[dont_unroll]] for (uint i = 0; i < LONG; i++) {
        precise float d = scale * float(scaleCodes[i / GROUP]);
        precise float m = minimum * float(minimumCodes[i / GROUP]);
        if (d != 0) {
            precise float y = divided(x[i] + m, d);
            quants[i] = clamp(nearest(y), 0, MOST);
        }
    }
}
