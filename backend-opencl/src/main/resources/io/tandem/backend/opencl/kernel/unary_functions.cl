// Operations on one element.
#include "functions.cl"

// One of them, by its number; some have one or two parameters.
float unaryOf(uint function, float x, float one, float two) {
    switch (function) {
        case 0:
            return fabs(x);
        case 1:
            return sign(x);
        case 2:
            return -x;
        case 3:
            return x > 0 ? 1 : 0;
        case 4:
            return exp(x);
        case 5:
            return exponentialLess1(x);
        case 6:
            return log(x);
        case 7:
            return x * x;
        case 8:
            return sqrt(x);
        case 9:
            return sine(x);
        case 10:
            return cosine(x);
        case 11:
            return errorFunction(x);
        case 12:
            return 1 / x;
        case 13:
            return floor(x);
        case 14:
            return ceil(x);
        case 15: {
            // Adding a half would round the number just below a half to one.
            float whole = floor(fabs(x));
            whole += fabs(x) - whole >= 0.5 ? 1 : 0;
            return x < 0 ? -whole : whole;
        }
        case 16:
            return trunc(x);
        case 17:
            return hyperbolicTangent(x);
        case 18:
            return x > 0 ? x : exponentialLess1(x);
        case 19:
            return x > 0 ? x : 0;
        case 20:
            return x > 0 ? x : one * x;
        case 21:
            return sigmoid(x);
        case 22:
            return gelu(x);
        case 23:
            return geluQuick(x);
        case 24:
            return geluErf(x);
        case 25:
            return silu(x);
        case 26:
            return x * clamp((x + 3) / 6, 0.0f, 1.0f);
        case 27:
            return clamp((x + 3) / 6, 0.0f, 1.0f);
        case 28:
            return x > 20 ? x : log(1 + exp(x));
        case 29:
            return one * x + two;
        default:
            return min(max(x, one), two);
    }
}
