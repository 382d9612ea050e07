import { describe, expect, test } from "vitest";
import type { SourceText } from "../../workflow.ts";
import { checkClaims } from "./claims.ts";
import type { StatedClaim, StatedDraft } from "./draftSchema.ts";

const source: SourceText = {
  source: {
    id: "s1",
    url: "https://example.org",
    title: "",
    publisher: "",
    publishedAt: null,
    retrievedAt: "2026-01-01T00:00:00Z",
    contentHash: "",
    licence: "",
  },
  text: "In 2025 the city counted 412 bakeries,\n  “38 percent” of them with a website.",
};

function checkOf(claim: Partial<StatedClaim>): unknown {
  const stated: StatedDraft<null> = {
    title: "",
    summary: "",
    sections: [],
    data: null,
    assumptions: [],
    openQuestions: [],
    claims: [{ id: "c1", text: "A sentence.", kind: "fact", sourceIds: [], quote: "", ...claim }],
  };
  return checkClaims(stated, [source], "We bake rye bread in Kiel.").claims[0];
}

describe("checkClaims", () => {
  test("finds a quote in a named source despite line breaks and different quotation marks", () => {
    const claim = { sourceIds: ["s1", "s9"], quote: '412 bakeries, "38 percent" of them' };
    expect(checkOf(claim)).toMatchObject({ check: "quoteFound", sourceIds: ["s1"], quote: claim.quote });
  });

  test("drops a quote that the source does not contain", () => {
    expect(checkOf({ sourceIds: ["s1"], quote: "900 bakeries in the city" })).toMatchObject({
      check: "urlOnly",
      quote: "",
    });
  });

  test("recognizes the user's own words", () => {
    expect(checkOf({ quote: "rye bread in Kiel" })).toMatchObject({ check: "user" });
  });

  test("leaves other claims unverified and ignores quotes that are too short", () => {
    expect(checkOf({})).toMatchObject({ check: "unverified" });
    expect(checkOf({ sourceIds: ["s9"], quote: "412 bakeries" })).toMatchObject({ check: "unverified", sourceIds: [] });
    expect(checkOf({ sourceIds: ["s1"], quote: "the" })).toMatchObject({ check: "urlOnly" });
  });
});
