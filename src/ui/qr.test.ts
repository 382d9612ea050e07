import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qrModules } from "./qr.ts";

const link = "otpauth://totp/Pioneer:mara%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Pioneer";
const fingerprint = (text: string): string =>
  createHash("sha256")
    .update(
      qrModules(text)
        .map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""))
        .join("\n"),
    )
    .digest("hex")
    .slice(0, 16);

/* Each of these was read back by another program (jsQR 1.4) as the very text. */
test.each([
  ["x", 21, "27dcc9269d483f93"],
  [link, 41, "512602ef365d3d61"],
  ["ä".repeat(100), 57, "67eeb34dee4a0235"],
  ["a".repeat(300), 69, "30325af82cf01634"],
  ["b".repeat(660), 97, "602653d92217059a"],
])("draws %s as it was read back", (text, size, drawn) => {
  expect(qrModules(text).length).toBe(size);
  expect(fingerprint(text)).toBe(drawn);
});

test("refuses what does not fit", () => {
  expect(qrModules("c".repeat(666)).length).toBe(97);
  expect(() => qrModules("c".repeat(667))).toThrow(RangeError);
});
