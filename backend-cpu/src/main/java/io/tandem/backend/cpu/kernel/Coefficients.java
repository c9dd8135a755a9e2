package io.tandem.backend.cpu.kernel;

/**
 * Constants of the functions, above all the coefficients of the polynomials behind them: weighted least squares on Chebyshev nodes, iterated towards the
 * smallest largest relative error (below 6e-9 each, before rounding to float). The number is the power.
 */
final class Coefficients {
    static final float LOG2_E = 1.442695f;

    // ln 2 in two parts, the first short enough for exact multiples
    static final float LN2_HIGH = 0x1.63p-1f;
    static final float LN2_LOW = -2.1219444e-4f;

    // added to a small number it leaves the number, rounded, in the low bits
    static final float ROUND = 0x1.8p23f;

    // the same, and the bits are those of an exponent
    static final float ROUND_BIASED = 0x1.8p23f + 127;

    // (eʳ − 1 − r) / r² for |r| ≤ 0.35
    static final float EXP_0 = 0.5f;
    static final float EXP_1 = 0.16666512f;
    static final float EXP_2 = 0.041666187f;
    static final float EXP_3 = 0.008369599f;
    static final float EXP_4 = 0.0013951717f;

    // (ln(1 + f) − f + f²/2) / f³ for √½ ≤ 1 + f ≤ √2
    static final float LOG_0 = 0.33333313f;
    static final float LOG_1 = -0.2500001f;
    static final float LOG_2 = 0.20002119f;
    static final float LOG_3 = -0.16667996f;
    static final float LOG_4 = 0.14219551f;
    static final float LOG_5 = -0.124055915f;
    static final float LOG_6 = 0.11888175f;
    static final float LOG_7 = -0.11675641f;
    static final float LOG_8 = 0.06746601f;

    // (tanh x − x) / x³ in x² for |x| ≤ 0.625
    static final float TANH_0 = -0.3333328f;
    static final float TANH_1 = 0.13331442f;
    static final float TANH_2 = -0.053739715f;
    static final float TANH_3 = 0.02063909f;
    static final float TANH_4 = -0.0057049906f;

    // (sin x − x) / x³ in x² for |x| ≤ π/4
    static final float SIN_0 = -0.16666667f;
    static final float SIN_1 = 0.008333329f;
    static final float SIN_2 = -0.00019839233f;
    static final float SIN_3 = 2.717367e-06f;

    // (cos x − 1 + x²/2) / x⁴ in x² for |x| ≤ π/4
    static final float COS_0 = 0.041666668f;
    static final float COS_1 = -0.0013888883f;
    static final float COS_2 = 2.4799372e-05f;
    static final float COS_3 = -2.719863e-07f;

    // erf(x) / x in x² for |x| ≤ 1
    static final float ERF_0 = 1.1283791f;
    static final float ERF_1 = -0.37612626f;
    static final float ERF_2 = 0.112835854f;
    static final float ERF_3 = -0.026853817f;
    static final float ERF_4 = 0.0051883347f;
    static final float ERF_5 = -0.0008010248f;
    static final float ERF_6 = 7.8540266e-05f;

    // ln(1 − erf(x)) in x for 0.95 ≤ x ≤ 4
    static final float ERFC_0 = -0.0002447136f;
    static final float ERFC_1 = -1.127475f;
    static final float ERFC_2 = -0.63751704f;
    static final float ERFC_3 = -0.103640325f;
    static final float ERFC_4 = 0.022087643f;
    static final float ERFC_5 = -0.0030085375f;
    static final float ERFC_6 = 0.00019242607f;

    private Coefficients() {}
}
