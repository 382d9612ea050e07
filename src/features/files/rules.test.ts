import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionOf, fileNameProblem, typeOfName } from "./rules.ts";

describe("names of files", () => {
  it.each([
    "plan.pdf",
    "Grüße aus Köln.docx",
    "日本語.txt",
    "a b (1).csv",
    ".env",
    "..hidden.md",
    "no ending",
    "👩‍💻.png".replace("\u200d", ""),
  ])("%j is kept", (name) => expect(fileNameProblem(name)).toBeNull());

  it.each([
    "",
    "  ",
    ".",
    "..",
    "...",
    "../x.txt",
    "..\\x.txt",
    "a/b.txt",
    "/etc/passwd",
    "C:\\x.txt",
    "a\u0000.txt",
    "a\n.txt",
    "a\r\nX: y.txt",
    "invoice\u202efdp.exe",
    "x\u2066y.txt",
    `${"a".repeat(252)}.txt`,
    `${"ä".repeat(126)}.txt`,
    "half\ud800.txt",
  ])("%j is refused", (name) => expect(fileNameProblem(name)).not.toBeNull());

  it("that are kept hold no path, no control character, no half character, and fit a file system", () => {
    const odd = fc.array(
      fc.oneof(
        fc.constantFrom("..", "/", "\\", "\u0000", "\r", ".", "\u202e", "a", "\ud83d"),
        fc.string({ unit: "binary" }),
      ),
    );
    fc.assert(
      fc.property(
        odd.map((parts) => parts.join("")),
        (name) => {
          fc.pre(fileNameProblem(name) === null);
          expect(/[/\\\u0000-\u001f\u007f]/.test(name)).toBe(false);
          expect(name.isWellFormed()).toBe(true);
          expect(/^\.*$/.test(name.trim())).toBe(false);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        },
      ),
    );
  });

  it("promise a type by their ending", () => {
    expect(["a.PDF", "b.tar.md", "c.JPEG", "d.exe", "e", ".txt"].map(typeOfName)).toEqual([
      "application/pdf",
      "text/markdown",
      "image/jpeg",
      null,
      null,
      null,
    ]);
    expect([extensionOf("a.B"), extensionOf(".hidden"), extensionOf("a.")]).toEqual(["b", "", ""]);
  });
});
