import { blockLines, blockTexts, sentenceIndex, roundRobin } from "#src/features/documents/blockTexts.ts";
import type { Block, Claim, Section } from "#src/features/documents/document.ts";
import { sentences } from "#src/kit/text.ts";

/** Shorter sentences of other sections could be anybody's words. */
export const minLength = 20;
/** Claims times characters up to which each claim is looked for in each text: some 50 ms. */
const maxLookups = 50_000_000;
/** No sentence has it. */
const betweenTexts = "\u0000";

type Marked = Extract<Block, { claimIds?: unknown }>;
const kinds: ReadonlySet<Block["type"]> = new Set<Marked["type"]>(["p", "list", "table", "kpi", "quote"]);
const takesMarks = (block: Block): block is Marked => kinds.has(block.type);

/**
 * Lists at each block the claims whose sentences occur in it, so that a reader can open their evidence. The person's
 * own words need none; edited sentences are marked as such. A sentence that another section repeats is marked there as
 * well. Equal sentences of one section, such as three figures with the same name, are assigned to its lines in turn.
 * With many claims and much text, only whole sentences are matched.
 * @param language of the texts
 */
export function withMarks(sections: readonly Section[], claims: readonly Claim[], language = "en"): Section[] {
  const open = claims.filter(({ check, text, byHand }) => (check !== "user" || byHand) && text !== "");
  if (open.length === 0) return [...sections];
  const length = sections.reduce(
    (sum, { blocks }) => sum + blocks.flatMap(blockTexts).reduce((all, text) => all + text.length, 0),
    0,
  );
  const locateIn = open.length * length > maxLookups ? locateAtEnds(language) : locateAnywhere;
  const telling = open.filter(({ text }) => text.length >= minLength).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sections.map((section) => {
    const isOwn = ({ id }: Claim): boolean => id.startsWith(`${section.key}/`);
    const own = open.filter(isOwn);
    const positions = locateIn([...own, ...telling.filter((claim) => !isOwn(claim))]);
    const perLine = factsByLine(own);
    return {
      ...section,
      blocks: section.blocks.map((block) => {
        if (!takesMarks(block)) return block;
        // The same sentence is one fact, wherever else it was written.
        const byText = Map.groupBy(positions(block), ({ claim }) => claim.text);
        const claimIds = [...byText.values()]
          .flatMap(([first]) => first ?? [])
          .toSorted((a, b) => a.at - b.at || (a.claim.id < b.claim.id ? -1 : 1))
          .flatMap(({ claim }) => perLine(claim, block).map(({ id }) => id));
        return claimIds.length === 0 ? block : { ...block, claimIds };
      }),
    };
  });
}

/** Facts of a block in place of the one whose sentence was found: one for each of its lines that has the sentence. */
function factsByLine(own: readonly Claim[]): (found: Claim, block: Block) => Claim[] {
  const alike = [...Map.groupBy(own, ({ text }) => text).values()].filter(({ length }) => length > 1).flat();
  if (alike.length === 0) return (found) => [found];
  const turn = roundRobin(alike);
  const ids = new Set(alike.map(({ id }) => id));
  return (found, block) => {
    if (!ids.has(found.id)) return [found];
    const lines = blockLines(block).filter((line) => line.some((text) => sentenceIndex(found.text, text) >= 0));
    return lines.length === 0 ? [found] : [...new Set(lines.map((line) => turn(found, line)))];
  };
}

/** A claim and the position of its sentence in the texts of a block. */
interface ClaimPosition {
  claim: Claim;
  at: number;
}

const locateAnywhere =
  (claims: readonly Claim[]) =>
  (block: Block): ClaimPosition[] => {
    const all = blockTexts(block).join(betweenTexts);
    return claims.map((claim) => ({ claim, at: sentenceIndex(claim.text, all) })).filter(({ at }) => at >= 0);
  };

/** In time for the length of the texts, however many claims there are. */
const locateAtEnds = (language: string) => (claims: readonly Claim[]) => {
  const byText = new Map(claims.toReversed().map((claim) => [claim.text, claim]));
  return (block: Block): ClaimPosition[] =>
    blockTexts(block)
      .flatMap((text) => [...new Set([text.trim(), ...sentences(text, language)])])
      .flatMap((text, at) => {
        const claim = byText.get(text);
        return claim ? [{ claim, at }] : [];
      });
};
