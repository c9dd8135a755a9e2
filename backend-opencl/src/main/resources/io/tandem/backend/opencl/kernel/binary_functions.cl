// Operations on two elements.

float power(float a, float b) {
    if (b == 0) {
        return 1;
    }
    float size = pow(fabs(a), b);
    if (a >= 0) {
        return a == 0 ? (b > 0 ? 0 : INFINITY) : size;
    }
    float whole = floor(b);
    if (whole != b) {
        return NOT_A_NUMBER;
    }
    return whole - 2 * floor(whole / 2) == 0 ? size : -size;
}

// One of them, by its number.
float binaryOf(uint function, float a, float b) {
    switch (function) {
        case 0:
            return a + b;
        case 1:
            return a - b;
        case 2:
            return a * b;
        case 3:
            return a / b;
        case 4:
            return power(a, b);
        case 5:
            return isNaN(a) || a < b ? a : b;
        case 6:
            return isNaN(a) || a > b ? a : b;
        case 7:
            return a == b ? 1 : 0;
        case 8:
            return a == b ? 0 : 1;
        case 9:
            return a < b ? 1 : 0;
        case 10:
            return a <= b ? 1 : 0;
        case 11:
            return a > b ? 1 : 0;
        default:
            return a >= b ? 1 : 0;
    }
}
