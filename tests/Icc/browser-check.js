// Reads every image back from a Display P3 canvas and compares its colors with computed colors. The computation converts
// codes to light with the exact curve, light to XYZ with the published colorants, XYZ to Display P3 with the inverse of its
// colorants, and light to codes.
const power = (gamma) => (v) => v ** gamma;
const video = (a) => (v) => (v < 0.081 ? v / 4.5 : ((v + a) / (1 + a)) ** (1 / 0.45));
const srgb = (v) => (v < 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const srgbColorants = [[0.43603516, 0.22244263, 0.01390076], [0.3851013, 0.7169342, 0.09707642], [0.14306641, 0.06062317, 0.71392822]];
const p3 = [[0.51512146, 0.24119568, -0.00105286], [0.29197693, 0.69224548, 0.04188538], [0.15710449, 0.06655884, 0.78407288]];
const rec2020 = [[0.67347717, 0.27905273, -0.00193787], [0.16567993, 0.67533875, 0.02998352], [0.12504578, 0.04560852, 0.79685974]];
const spaces = {
    sRGB: [srgb, srgbColorants],
    scRGB: [power(1), srgbColorants],
    DisplayP3: [srgb, p3],
    // The browser treats colorants this close to Display P3 as Display P3 itself.
    DisplayP3Compat: [srgb, p3],
    "DCI-P3": [power(2.6), [[0.48616028, 0.22668457, -0.00079346], [0.32385254, 0.71032715, 0.04322815], [0.15419006, 0.06298828, 0.7824707]]],
    AdobeCompat: [power(2.2), [[0.60974121, 0.31111145, 0.01947021], [0.20527649, 0.62567139, 0.06086731], [0.14918518, 0.06321716, 0.74456787]]],
    AppleCompat: [power(1.8), [[0.47554016, 0.25515747, 0.01846313], [0.33970642, 0.67259216, 0.11332703], [0.1489563, 0.07225037, 0.69311523]]],
    ColorMatchCompat: [power(1.8), [[0.50944519, 0.27493286, 0.02426147], [0.32084656, 0.65809631, 0.10874939], [0.13391113, 0.06697083, 0.69189453]]],
    WideGamutCompat: [power(2.2), [[0.71646118, 0.25871277, 0], [0.10099792, 0.72471619, 0.0512085], [0.14674377, 0.01657104, 0.7736969]]],
    ProPhoto: [(v) => (v < 1 / 32 ? v / 16 : v ** 1.8), [[0.79771423, 0.28805542, 0], [0.13516235, 0.71186829, 0.00001526], [0.03132629, 0.00007629, 0.82489014]]],
    Rec601NTSC: [video(0.099), [[0.41629028, 0.22167969, 0.01364136], [0.39320374, 0.70327759, 0.09132385], [0.15470886, 0.07504272, 0.71994019]]],
    Rec601PAL: [video(0.099), [[0.45524597, 0.23228455, 0.01452637], [0.36759949, 0.7078247, 0.10487366], [0.14135742, 0.05989075, 0.70550537]]],
    Rec709: [video(0.099), [[0.43603516, 0.2224884, 0.01391602], [0.38511658, 0.71690369, 0.09707642], [0.14305115, 0.06060791, 0.71391296]]],
    Rec2020: [video(0.0992968), rec2020],
    Rec2020Compat: [video(0.0992968), [[0.67347717, 0.27905273, 0], [0.16567993, 0.67533875, 0.02990723], [0.12504578, 0.04560852, 0.79499817]]],
    "Rec2020-g24": [power(2.4), rec2020],
};
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const encode = (y) => (y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055);

function expected(space, codes) {
    const [decode, colorants] = spaces[space];
    const light = codes.map((c) => decode(c / 255));
    const xyz = [0, 1, 2].map((i) => light[0] * colorants[0][i] + light[1] * colorants[1][i] + light[2] * colorants[2][i]);
    const volume = dot(p3[0], cross(p3[1], p3[2]));
    return [0, 1, 2].map((c) => {
        const share = dot(xyz, cross(p3[(c + 1) % 3], p3[(c + 2) % 3])) / volume;
        return 255 * Math.min(1, Math.max(0, encode(Math.min(1, Math.max(0, share)))));
    });
}

function read(image) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 16;
    const context = canvas.getContext("2d", { colorSpace: "display-p3" });
    context.drawImage(image, 0, 0);
    return [...context.getImageData(8, 8, 1, 1, { colorSpace: "display-p3" }).data].slice(0, 3);
}

// The load event waits for all images, so the results are in the page before the page is printed.
window.addEventListener("load", () => {
    let lines = "";
    for (const image of document.images) {
        try {
            const is = read(image);
            const should = expected(image.dataset.space, image.dataset.codes.split(",").map(Number));
            // The browser rounds to codes once when it reads and once when it writes.
            const good = is.every((v, i) => Math.abs(v - should[i]) <= 2);
            lines += `${good ? "ok" : "bad"} ${image.alt}: ${is}, should be ${should.map((v) => v.toFixed(1))}\n`;
        } catch (error) {
            lines += `bad ${image.alt}: ${error}\n`;
        }
    }
    // Verifies that the check can fail: without the profile, the image must have clearly different colors.
    const bare = expected("sRGB", [250, 30, 20]);
    const far = Math.max(...expected("DisplayP3", [250, 30, 20]).map((v, i) => Math.abs(v - bare[i]))) > 15;
    lines += `${far ? "ok" : "bad"} an ignored profile would be seen: ${bare.map((v) => v.toFixed(1))}\nend of list\n`;
    document.getElementById("out").textContent = lines;
});
