// Functions of one number, the same as on Vulkan devices.

#define PI 3.14159265358979

// eˣ − 1 without cancellation.
float exponentialLess1(float x) {
    if (fabs(x) < 0.5) {
        float sum = 1.0 / 5040;
        sum = sum * x + 1.0 / 720;
        sum = sum * x + 1.0 / 120;
        sum = sum * x + 1.0 / 24;
        sum = sum * x + 1.0 / 6;
        sum = sum * x + 0.5;
        return x + x * x * sum;
    }
    return exp(x) - 1;
}

float hyperbolicTangent(float x) {
    float size = fabs(x);
    if (size > 10) {
        return sign(x);
    }
    float grown = exponentialLess1(2 * size);
    float result = grown / (grown + 2);
    return x < 0 ? -result : result;
}

float sigmoid(float x) {
    return 1 / (1 + exp(-x));
}

float silu(float x) {
    return x * sigmoid(x);
}

// Turns into [−π/4, π/4] by a multiple of π/2 that is subtracted in three parts.
float reduced(float x, int *quarter) {
    float turns = floor(x * (2 / PI) + 0.5);
    *quarter = (int)turns;
    float y = fma(turns, -1.5703125, x);
    y = fma(turns, -4.837512969970703e-4, y);
    return fma(turns, -7.54978995489188e-8, y);
}

float sineNearZero(float y) {
    float s = y * y;
    return y + y * s * (-1.6666654611e-1 + s * (8.3321608736e-3 - s * 1.9515295891e-4));
}

float cosineNearZero(float y) {
    float s = y * y;
    return 1 - 0.5 * s + s * s * (4.166664568298827e-2 + s * (-1.388731625493765e-3 + s * 2.443315711809948e-5));
}

float sine(float x) {
    int quarter;
    float y = reduced(x, &quarter);
    float value = (quarter & 1) == 0 ? sineNearZero(y) : cosineNearZero(y);
    return (quarter & 2) == 0 ? value : -value;
}

float cosine(float x) {
    int quarter;
    float y = reduced(x, &quarter);
    float value = (quarter & 1) == 0 ? cosineNearZero(y) : sineNearZero(y);
    return ((quarter + 1) & 2) == 0 ? value : -value;
}

// Abramowitz and Stegun 7.1.6 near zero, 7.1.26 elsewhere.
float errorFunction(float x) {
    float size = fabs(x);
    if (size < 1) {
        float s = x * x;
        float sum = 1.0 / 75600;
        sum = sum * -s + 1.0 / 9360;
        sum = sum * -s + 1.0 / 1320;
        sum = sum * -s + 1.0 / 216;
        sum = sum * -s + 1.0 / 42;
        sum = sum * -s + 1.0 / 10;
        sum = sum * -s + 1.0 / 3;
        return 1.1283791671 * x * (1 - s * sum);
    }
    if (size > 6) {
        return sign(x);
    }
    float t = 1 / (1 + 0.3275911 * size);
    float sum = 1.061405429;
    sum = sum * t - 1.453152027;
    sum = sum * t + 1.421413741;
    sum = sum * t - 0.284496736;
    sum = sum * t + 0.254829592;
    float result = 1 - sum * t * exp(-size * size);
    return x < 0 ? -result : result;
}

float gelu(float x) {
    return x / 2 * (1 + hyperbolicTangent(0.7978845608 * x * (1 + 0.044715 * x * x)));
}
float geluQuick(float x) {
    return x * sigmoid(1.702 * x);
}
float geluErf(float x) {
    return x / 2 * (1 + errorFunction(x * 0.7071067812));
}
