import { draftLanguageOf } from "../../kit/bilingual.ts";
import { optional, pick, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { piecesOf } from "../../kit/sections.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* What is known of the market: found in the person's files, in pages they name and in a web search. */

const { rowsFromText } = sectionsFor<Form, Facts>();

/** Share of the room of a prompt that one piece of a source takes. */
const pieceShare = 0.5;

/** Searches for suppliers and for similar purchases, in the language of the documents. */
function searches({ requirementTitle, place, goalLanguage }: Form): string[] {
  const isGerman = draftLanguageOf(goalLanguage) === "de";
  const about = `${requirementTitle} ${place}`.trim();
  return isGerman
    ? [`${about} Anbieter`, `Ausschreibung Vergabe ${requirementTitle} Auftragswert`]
    : [`${about} supplier`, `tender notice contract award ${requirementTitle} value`];
}

/** Everything that is read about the market. */
export const marketRequests = (values: Form): ReadRequest[] => materialOf(values, values.pages, searches(values));

export const marketKinds = {
  other: "other | Sonstiges",
  supplier: "supplier | Anbieter",
  notice: "similar purchase | ähnliche Vergabe",
  price: "price | Preis",
  term: "term of trade | Marktübliches",
} as const;

export const market = rowsFromText(
  "market",
  "What the market shows (internal) | Was der Markt zeigt (intern)",
  {
    kind: pick("Kind | Art", "what it is", marketKinds),
    name: text("Who or what | Wer oder was", "name of the supplier, of the buyer, or of the thing", 120),
    shows: text("What it shows | Was es zeigt", "value, price, number of bidders, time or term, one clause", 200),
    follows: optional(
      text("For this purchase | Für diese Beschaffung", "what to do or ask differently because of it", 160),
    ),
    said: quote("Quote | Zitat", "the words that say it", 260),
  },
  {
    ask: "Suppliers, similar purchases with value and number of bidders, prices, times of delivery and usual terms. Only what bears on this purchase.",
    pieces: ({ context, state }) =>
      piecesOf(
        context.sources.map(({ source, text: body }) => ({ id: source.id, title: source.title, text: body })),
        state.room.prompt * pieceShare,
      ),
    when: ({ context }) => context.sources.length > 0,
    gap: "What do your files and pages show: suppliers, prices, similar purchases? | Was zeigen Ihre Dateien und Seiten: Anbieter, Preise, ähnliche Vergaben?",
    isSeries: true,
  },
);
