import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extensionOf, fileNameProblem, typeOfName } from "./rules.ts";

describe("file names", () => {
  test.each([
    "plan.pdf",
    "Grüße aus Köln.docx",
    "日本語.txt",
    "a b (1).csv",
    ".env",
    "..hidden.md",
    "no ending",
    "👩‍💻.png".replace("\u200d", ""),
  ])("accept %j", (name) => expect(fileNameProblem(name)).toBeNull());

  test.each([
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
  ])("reject %j", (name) => expect(fileNameProblem(name)).not.toBeNull());

  test("contain no path, control character or lone surrogate, and fit into 255 bytes", () => {
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

  test("determine the media type by their extension", () => {
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
