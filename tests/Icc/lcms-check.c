/*
 * Tests one profile with Little CMS 2.
 *
 * Usage: lcms-check FILE NAME LARGEST
 *
 * This program computes the colorants independently, in double precision, from the published chromaticities. The profile may
 * differ by one unit of 16.16 fixed point. The engine converts the 8-bit grid to XYZ, and the result is compared with the
 * colorants times the exact formula. The tolerance is the curve's largest error, converted from codes to linear light, plus
 * the error of the engine's 16-bit tables.
 */
#include <lcms2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints;

static void complain(cmsContext context, cmsUInt32Number code, const char *text)
{
    (void)context;
    printf("engine says %u: %s; ", code, text);
    complaints++;
}

typedef struct { const char *prefix; double r[2], g[2], b[2], w[2]; int curve; double gamma; int positive; } space;

enum { SRGB, LINEAR, GAMMA, LIMITED, R709, R2020, ROMM };

#define D65 { 0.3127, 0.3290 }
#define D50 { 0.3457, 0.3585 }
static const space spaces[] = {
    { "sRGB-", { 0 }, { 0 }, { 0 }, { 0 }, SRGB, 0, 0 },
    { "scRGB-", { 0 }, { 0 }, { 0 }, { 0 }, LINEAR, 0, 0 },
    { "sGrey-", { 0 }, { 0 }, { 0 }, { 0 }, SRGB, 0, 0 },
    { "DisplayP3-", { .68, .32 }, { .265, .69 }, { .15, .06 }, D65, SRGB, 0, 0 },
    { "DisplayP3Compat-", { .68, .32 }, { .265, .69 }, { .15, .06 }, D65, SRGB, 0, 1 },
    { "DCI-P3-", { .68, .32 }, { .265, .69 }, { .15, .06 }, { .314, .351 }, GAMMA, 2.6, 0 },
    { "AdobeCompat-v2", { .64, .33 }, { .21, .71 }, { .15, .06 }, D65, GAMMA, 2.19921875, 0 },
    { "AdobeCompat-v4", { .64, .33 }, { .21, .71 }, { .15, .06 }, D65, LIMITED, 2.2, 0 },
    { "AppleCompat-v2", { .625, .34 }, { .28, .595 }, { .155, .07 }, D65, GAMMA, 1.8, 0 },
    { "AppleCompat-v4", { .625, .34 }, { .28, .595 }, { .155, .07 }, D65, LIMITED, 1.8, 0 },
    { "ColorMatchCompat-v2", { .63, .34 }, { .295, .605 }, { .15, .075 }, D50, GAMMA, 1.8, 0 },
    { "ColorMatchCompat-v4", { .63, .34 }, { .295, .605 }, { .15, .075 }, D50, LIMITED, 1.8, 0 },
    { "WideGamutCompat-v2", { .7347, .2653 }, { .1152, .8264 }, { .1566, .0177 }, D50, GAMMA, 2.19921875, 0 },
    { "WideGamutCompat-v4", { .7347, .2653 }, { .1152, .8264 }, { .1566, .0177 }, D50, LIMITED, 2.2, 0 },
    { "ProPhoto-", { .7347, .2653 }, { .1596, .8404 }, { .0366, .0001 }, D50, ROMM, 0, 0 },
    { "Rec601NTSC-", { .63, .34 }, { .31, .595 }, { .155, .07 }, D65, R709, 0, 0 },
    { "Rec601PAL-", { .64, .33 }, { .29, .6 }, { .15, .06 }, D65, R709, 0, 0 },
    { "Rec709-", { .64, .33 }, { .3, .6 }, { .15, .06 }, D65, R709, 0, 0 },
    { "Rec2020-v", { .708, .292 }, { .17, .797 }, { .131, .046 }, D65, R2020, 0, 0 },
    { "Rec2020Compat-", { .708, .292 }, { .17, .797 }, { .131, .046 }, D65, R2020, 0, 1 },
    { "Rec2020-g24", { .708, .292 }, { .17, .797 }, { .131, .046 }, D65, GAMMA, 2.4, 0 },
};

static double decode(const space *s, double v)
{
    if (v < 0) return -decode(s, -v);
    switch (s->curve) {
    case SRGB: return v < 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
    case LINEAR: return v;
    case GAMMA: return pow(v, s->gamma);
    case LIMITED: return v < pow(1 / 32.0, 1 / (s->gamma - 1)) ? v / 32 : pow(v, s->gamma);
    case R709: return v < 0.081 ? v / 4.5 : pow((v + 0.099) / 1.099, 1 / 0.45);
    case R2020: return v < 4.5 * 0.018053968510807 ? v / 4.5 : pow((v + 0.09929682680944) / 1.09929682680944, 1 / 0.45);
    default: return v < 1 / 32.0 ? v / 16 : pow(v, 1.8);
    }
}

/* Solves m x = t by elimination with the largest pivot. */
static void solve(double m[3][3], const double t[3], double x[3])
{
    double a[3][4];
    for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) a[i][j] = m[i][j]; a[i][3] = t[i]; }
    for (int k = 0; k < 3; k++) {
        int p = k;
        for (int i = k + 1; i < 3; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        for (int j = 0; j < 4; j++) { double h = a[k][j]; a[k][j] = a[p][j]; a[p][j] = h; }
        for (int i = 0; i < 3; i++) if (i != k) { double f = a[i][k] / a[k][k]; for (int j = k; j < 4; j++) a[i][j] -= f * a[k][j]; }
    }
    for (int i = 0; i < 3; i++) x[i] = a[i][3] / a[i][i];
}

static const double cone[3][3] = { { 0.8951, 0.2664, -0.1614 }, { -0.7502, 1.7135, 0.0367 }, { 0.0389, -0.0685, 1.0296 } };
static const double pcs[3] = { 63190 / 65536.0, 1, 54061 / 65536.0 };

/* Adapts a color from a given white point to the connection space. */
static void adapt(const double white[3], const double in[3], double out[3])
{
    double m[3][3], r[3];
    for (int i = 0; i < 3; i++) {
        double from = 0, to = 0, c = 0;
        for (int j = 0; j < 3; j++) { m[i][j] = cone[i][j]; from += cone[i][j] * white[j]; to += cone[i][j] * pcs[j]; c += cone[i][j] * in[j]; }
        r[i] = c * to / from;
    }
    solve(m, r, out);
}

static void expected(const space *s, double colorant[3][3], double white[3])
{
    double m[3][3] = { { 0.4124, 0.3576, 0.1805 }, { 0.2126, 0.7152, 0.0722 }, { 0.0193, 0.1192, 0.9505 } };
    if (s->w[0] > 0) {
        const double *p[3] = { s->r, s->g, s->b };
        double share[3];
        for (int c = 0; c < 3; c++) { m[0][c] = p[c][0]; m[1][c] = p[c][1]; m[2][c] = 1 - p[c][0] - p[c][1]; }
        white[0] = s->w[0] / s->w[1]; white[1] = 1; white[2] = (1 - s->w[0] - s->w[1]) / s->w[1];
        solve(m, white, share);
        for (int i = 0; i < 3; i++) for (int c = 0; c < 3; c++) m[i][c] *= share[c];
    } else {
        for (int i = 0; i < 3; i++) white[i] = m[i][0] + m[i][1] + m[i][2];
    }
    for (int c = 0; c < 3; c++) {
        double in[3] = { m[0][c], m[1][c], m[2][c] };
        adapt(white, in, colorant[c]);
    }
    if (s->positive) {
        for (int i = 0; i < 3; i++) {
            double all = 0, above = 0;
            for (int c = 0; c < 3; c++) { all += colorant[c][i]; if (colorant[c][i] > 0) above += colorant[c][i]; }
            for (int c = 0; c < 3; c++) colorant[c][i] = colorant[c][i] > 0 ? colorant[c][i] * all / above : 0;
        }
    }
}

static int far(const char *what, const cmsCIEXYZ *is, const double should[3])
{
    double v[3] = { is->X, is->Y, is->Z };
    for (int i = 0; i < 3; i++) {
        if (fabs(v[i] - should[i]) * 65536 > 1.0001) { printf("%s[%d] is %.9f, should be %.9f; ", what, i, v[i], should[i]); return 1; }
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (count != 4) return 2;
    const char *name = arguments[2];
    const space *s = NULL;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) if (!strncmp(name, spaces[i].prefix, strlen(spaces[i].prefix))) s = &spaces[i];
    if (!s) { printf("%s: no such space\n", name); return 2; }
    double codes = atof(arguments[3]) + 0.0001;

    cmsSetLogErrorHandler(complain);
    cmsHPROFILE profile = cmsOpenProfileFromFile(arguments[1], "r");
    if (!profile) { printf("not opened\n"); return 1; }
    int bad = 0;
    int gray = cmsGetColorSpace(profile) == cmsSigGrayData;
    int version = (int)cmsGetProfileVersion(profile);

    double colorant[3][3], white[3];
    expected(s, colorant, white);
    cmsCIEXYZ *wtpt = cmsReadTag(profile, cmsSigMediaWhitePointTag);
    bad |= !wtpt || far("white", wtpt, version == 2 ? white : pcs);
    if (!gray) {
        cmsTagSignature tags[3] = { cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag };
        double sum[3] = { 0, 0, 0 };
        for (int c = 0; c < 3; c++) {
            cmsCIEXYZ *xyz = cmsReadTag(profile, tags[c]);
            if (!xyz) { printf("no colorant %d; ", c); return 1; }
            bad |= far("colorant", xyz, colorant[c]);
            colorant[c][0] = xyz->X; colorant[c][1] = xyz->Y; colorant[c][2] = xyz->Z;
            sum[0] += xyz->X; sum[1] += xyz->Y; sum[2] += xyz->Z;
        }
        for (int i = 0; i < 3; i++) if (sum[i] != pcs[i]) { printf("the colorants add up to %.9f, not %.9f; ", sum[i], pcs[i]); bad = 1; }
    }
    char text[64];
    if (cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", text, sizeof text) < 2) { printf("no description; "); bad = 1; }
    if (cmsGetProfileInfoASCII(profile, cmsInfoCopyright, "en", "US", text, sizeof text) < 2) { printf("no copyright; "); bad = 1; }
    cmsHPROFILE xyz = cmsCreateXYZProfile();
    cmsHTRANSFORM transform = cmsCreateTransform(profile, gray ? TYPE_GRAY_8 : TYPE_RGB_8, xyz, TYPE_XYZ_DBL,
        INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE);
    if (!transform) { printf("no transform\n"); return 1; }
    double light[256], slack[256], worst = 0;
    for (int v = 0; v < 256; v++) {
        light[v] = decode(s, v / 255.0);
        slack[v] = fmax(decode(s, (v + codes) / 255) - light[v], light[v] - decode(s, (v - codes) / 255)) + 1.5 / 65535;
    }
    long tried = 0;
    for (int r = 0; r < 256; r += gray ? 1 : 5) {
        for (int g = 0; g < 256; g += gray ? 256 : 15) {
            for (int b = 0; b < 256; b += gray ? 256 : 15) {
                cmsUInt8Number in[3] = { (cmsUInt8Number)r, (cmsUInt8Number)g, (cmsUInt8Number)b };
                cmsCIEXYZ out;
                cmsDoTransform(transform, in, &out, 1);
                double is[3] = { out.X, out.Y, out.Z };
                for (int i = 0; i < 3; i++) {
                    double should = gray ? light[r] * pcs[i] : light[r] * colorant[0][i] + light[g] * colorant[1][i] + light[b] * colorant[2][i];
                    double allowed = gray ? slack[r] * pcs[i] + 2e-5
                        : slack[r] * fabs(colorant[0][i]) + slack[g] * fabs(colorant[1][i]) + slack[b] * fabs(colorant[2][i]) + 2e-5;
                    double difference = fabs(is[i] - should);
                    if (difference / allowed > worst) worst = difference / allowed;
                    if (difference > allowed && !bad) { printf("%d %d %d [%d] is %.7f, should be %.7f; ", r, g, b, i, is[i], should); bad = 1; }
                }
                tried++;
            }
        }
    }
    /* Tests every code of the grey axis. The grid above contains only some of these codes. */
    for (int v = 0; v < 256 && !gray; v++) {
        cmsUInt8Number in[3] = { (cmsUInt8Number)v, (cmsUInt8Number)v, (cmsUInt8Number)v };
        cmsCIEXYZ out;
        cmsDoTransform(transform, in, &out, 1);
        if (fabs(out.Y - light[v]) > slack[v] + 2e-5) { printf("grey %d has Y %.7f, should be %.7f; ", v, out.Y, light[v]); bad = 1; }
    }
    printf("%ld colors, at worst %.2f of what is allowed\n", tried, worst);
    return bad || complaints ? 1 : 0;
}
