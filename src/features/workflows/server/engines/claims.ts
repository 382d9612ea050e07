import type { SourceText } from "../../workflow.ts";
import type { Claim, ClaimCheck, Draft } from "#src/features/documents/document.ts";
import type { StatedClaim, StatedDraft } from "./draftSchema.ts";

/** Blind to white space, quotation marks, dashes and case: what a model changes without meaning to. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[“”„«»‟"]/g, '"')
    .replace(/[‘’‚‛']/g, "'")
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s+/g, " ")
    .trim();

/** Fewer characters are found in any text and prove nothing. */
const shortestQuote = 8;

/**
 * Finds out how far each claim of a model holds; what the model says about that itself is not asked.
 * `quoteFound`: its quote stands in one of the sources it names. `user`: its quote stands in the person's own words.
 * `urlOnly`: the source exists, the quote is not in it and is dropped. Anything else is `unverified`; sources that
 * nobody read are removed.
 * @param ownWords what the person filled in
 */
export function checkClaims<Data>(stated: StatedDraft<Data>, sources: SourceText[], ownWords: string): Draft<Data> {
  const texts = new Map(sources.map((source) => [source.source.id, plain(source.text)]));
  const own = plain(ownWords);
  return { ...stated, claims: stated.claims.map((claim) => checked(claim, texts, own)) };
}

function checked(claim: StatedClaim, texts: ReadonlyMap<string, string>, own: string): Claim {
  const sourceIds = claim.sourceIds.filter((id) => texts.has(id));
  const quote = plain(claim.quote);
  const isQuote = quote.length >= shortestQuote;
  const holder = isQuote ? sourceIds.find((id) => texts.get(id)?.includes(quote)) : undefined;
  const check: ClaimCheck =
    holder !== undefined
      ? "quoteFound"
      : sourceIds.length > 0
        ? "urlOnly"
        : isQuote && own.includes(quote)
          ? "user"
          : "unverified";
  return { ...claim, sourceIds, quote: check === "quoteFound" || check === "user" ? claim.quote : "", check };
}
