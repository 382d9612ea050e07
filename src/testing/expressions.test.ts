import { describe, expect, test } from "vitest";
import { slowExpressions } from "../../scripts/regexps.mjs";
import { analyzeExpression } from "../../scripts/superLinear.mjs";

describe("an expression that may take more than linear time", () => {
  test.each([
    ["blanks before a line break", /[^\S\n]*\n/g],
    ["the voice of a subtitle", /<v(?:\.[^\s>]*)?\s+([^>]+)>/g],
    ["a tag", /<[^>]*>/g],
    ["a tag with a name", /<script[^>]*>/g],
    ["blanks at the end", /\s+$/],
    ["signs at the end", /[.;,]+$/],
    ["a loop in a loop", /(a+)+$/],
    ["a loop of nothing but a loop", /(?:a*)*b/],
    ["two ways through the same letters", /^(?:a|a)*b/],
    ["two ways through overlapping classes", /(?:\w|\d)*-/],
    ["two loops that share a text", /^a+a+$/],
    ["two loops with a word between them", /^(.+?) in order to (.+)$/],
    ["three loops over blanks", /^\s*(.*?)\s*$/],
    ["lines that each begin a search", /^(\s*)([-=]{2,})\s*$/gm],
    ["a loop in a lookahead", /\B(?=(\d{3})+$)/g],
    ["a loop with a high bound", /a{0,400}b/],
  ])("is found: %s", (_, { source, flags }) => {
    expect(analyzeExpression(source, flags)?.degree).toMatch(/polynomial|exponential/);
  });

  test.each([
    ["a run of blanks", /\s+/g],
    ["a tag without an opening bracket in it", /<[^<>]*>/g],
    ["the rest of a text", /[/:?#].*$/s],
    ["three line breaks", /\n{3,}/g],
    ["everything between two quotes", /"[\s\S]*"|'[\s\S]*'/],
    ["a low bound", /a{0,40}b/],
    ["an anchored loop", /^\s*x/],
    ["parts with a sign between them", /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/],
    ["a search from where the last one ended", /a*b/y],
  ])("is not %s", (_, { source, flags }) => {
    expect(analyzeExpression(source, flags)).toBeNull();
  });

  test("is told with its place, as a literal and as a text", () => {
    const code = 'const a = 1;\nconst slow = / +$/;\nnew RegExp("a+b");\nRegExp(name);\n';
    expect(slowExpressions("src/kit/a.ts", code)).toEqual([
      'src/kit/a.ts:2 / +$/ takes polynomial time over " ", repeated',
      'src/kit/a.ts:3 /a+b/ takes polynomial time over "a", repeated',
      "src/kit/a.ts:4 builds an expression at run time",
    ]);
  });
});
