import type { Claim, Source } from "../document.ts";
import { type DiffPart, likeness, wordCounts, wordDiff } from "../rules.ts";

interface Evidence {
  claims: readonly Claim[];
  sources: readonly Source[];
}

/** A fact that came, changed or went, with what it rests on. */
export interface EvidenceChange {
  sign: "+" | "~" | "-";
  parts: DiffPart[];
  /** What it rested on, null for one that came. */
  before: Ground | null;
  /** What it rests on, null for one that went. */
  after: Ground | null;
}

export interface Ground {
  check: Claim["check"];
  /** Titles of the sources. */
  sources: string[];
}

export interface EvidenceDiff {
  changes: EvidenceChange[];
  /** Facts whose words and ground are as before. */
  same: number;
  /** Facts of the newer document without a source. */
  open: number;
  before: { sourced: number; all: number };
  after: { sourced: number; all: number };
}

/** From so many words in common on, two facts are one that changed. */
const minAlike = 0.5;
/** With more pairs than this only equal words count: a document has some hundred facts at most. */
const maxPairs = 40_000;

const groundOf = (claim: Claim, sources: readonly Source[]): Ground => ({
  check: claim.check,
  sources: claim.sourceIds.flatMap((id) => sources.find((source) => source.id === id)?.title ?? []),
});

const countOf = (claims: readonly Claim[]) => ({
  sourced: claims.filter(({ check }) => check !== "unverified").length,
  all: claims.length,
});

/** Which claim of the older document each of the newer was: first by equal words, then by the most in common. */
function matched(before: readonly Claim[], after: readonly Claim[]): Map<Claim, Claim> {
  const pairs = new Map<Claim, Claim>();
  const left = new Set(before);
  for (const claim of after) {
    const equal = [...left].find(({ text }) => text === claim.text);
    if (!equal) continue;
    pairs.set(claim, equal);
    left.delete(equal);
  }
  const open = after.filter((claim) => !pairs.has(claim));
  if (open.length * left.size > maxPairs) return pairs;
  const wordsOf = new Map([...left, ...open].map((claim) => [claim, wordCounts(claim.text)]));
  const none = new Map<string, number>();
  const likes = open.flatMap((claim) =>
    [...left].map((old) => ({ claim, old, like: likeness(wordsOf.get(old) ?? none, wordsOf.get(claim) ?? none) })),
  );
  for (const { claim, old, like } of likes.toSorted((a, b) => b.like - a.like)) {
    if (like < minAlike || pairs.has(claim) || !left.has(old)) continue;
    pairs.set(claim, old);
    left.delete(old);
  }
  return pairs;
}

/** What became of the facts of a document. Order: as in the newer document, then what went. */
export function diffEvidence(before: Evidence, after: Evidence, language: string): EvidenceDiff {
  const pairs = matched(before.claims, after.claims);
  const changes: EvidenceChange[] = [];
  let same = 0;
  for (const claim of after.claims) {
    const old = pairs.get(claim);
    const [was, is] = [old && groundOf(old, before.sources), groundOf(claim, after.sources)];
    const isSame = old?.text === claim.text && JSON.stringify(was) === JSON.stringify(is);
    if (isSame && claim.check !== "unverified") same += 1;
    if (!isSame)
      changes.push({
        sign: old ? "~" : "+",
        parts: old ? wordDiff(old.text, claim.text, language) : [{ kind: "ins", text: claim.text }],
        before: was ?? null,
        after: is,
      });
  }
  const kept = new Set(pairs.values());
  for (const claim of before.claims) {
    if (kept.has(claim)) continue;
    changes.push({
      sign: "-",
      parts: [{ kind: "del", text: claim.text }],
      before: groundOf(claim, before.sources),
      after: null,
    });
  }
  return {
    changes,
    same,
    open: after.claims.filter(({ check }) => check === "unverified").length,
    before: countOf(before.claims),
    after: countOf(after.claims),
  };
}
