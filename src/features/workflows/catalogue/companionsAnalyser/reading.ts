import { pricesIn } from "../../domain/rivals.ts";
import { number, optional, pick, quote, refs, statement, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { piecesOf } from "../../kit/sections.ts";
import {
  type Facts,
  isForeign,
  isProposing,
  offersOf,
  type RivalScene,
  claimsOnDemands,
  withoutBullet,
} from "./facts.ts";
import { type Form, units } from "./form.ts";
import { hasText, proofBlocks } from "./tables.ts";

/* What is read out of pages: competitors where nobody named one, demands, proofs and prices, each with its quote. */

const { freeRows, rowsFromText } = sectionsFor<Form, Facts>();

export const candidates = rowsFromText(
  "candidates",
  "Competitors found | Gefundene Wettbewerber",
  {
    name: text("Name | Name", "name of a firm that offers the job to these customers in these places", 80),
    words: quote("Exact words | Wortlaut", "the words that show it", 240),
    url: optional(text("Website | Website", "its own address as it stands in the material", 200)),
  },
  {
    ask: "Firms that a customer would compare. No directories, no magazines, not the firm in the form.",
    pieces: (scene) =>
      piecesOf(
        scene.context.sources
          .filter(({ source }) => isForeign(scene, source.url))
          .map(({ source, text: body }) => ({ id: source.id, title: `${source.title} ${source.url}`, text: body })),
        scene.state.room.prompt / 2,
      ),
    when: ({ form }) => isProposing(form),
  },
);

export const criteria = freeRows(
  "criteria",
  "What customers compare | Was Kunden vergleichen",
  {
    name: text("Need | Anforderung", "what a customer asks before choosing, in three to six words", 80),
    weight: pick("Weight | Gewicht", "how much it decides", {
      low: "low | gering",
      mid: "medium | mittel",
      high: "high | hoch",
    }),
  },
  {
    ask: "Demands by which customers with this job compare offers; each can be answered with yes, partly or no.",
    count: [5, 8],
    when: ({ form }) => form.demands.length === 0,
    as: "hidden",
  },
);

const pages = (scene: RivalScene) =>
  piecesOf(
    scene.facts.rivals.flatMap(({ material }) => material),
    scene.state.room.prompt / 2,
  );

export const findings = rowsFromText(
  "findings",
  "Evidence | Belege",
  {
    demand: refs<RivalScene>(
      "Need | Anforderung",
      "ids of the demands that the words speak of",
      (id, { facts }) => facts.demands.find((one) => one.id === id)?.name ?? null,
    ),
    has: pick("Met | Erfüllt", "what the words say of it; no only when they say so, never because they are silent", {
      said: hasText.said,
      no: hasText.no,
      partly: hasText.partly,
      yes: hasText.yes,
    }),
    words: statement("Exact words | Wortlaut", "the sentence that says so", 240),
  },
  {
    ask: "One entry for each demand of the block “rows findings” that this page speaks of.",
    pieces: pages,
    named: ({ facts }) => facts.demands.map(({ id, name }) => ({ id, text: name })),
    own: ({ facts, context }) =>
      facts.rivals.flatMap((rival) => claimsOnDemands(rival, facts.demands, context.language)),
    after: [candidates, criteria],
    isSeries: true,
    blocks: proofBlocks,
    told: ({ facts }, { id }) => {
      const found = facts.findings.filter((one) => one.id === id);
      const nameOf = (known: readonly { id: string; name: string }[], wanted: string | undefined): string[] =>
        known.filter((one) => one.id === wanted).map(({ name }) => name);
      return [
        ...nameOf(facts.rivals, found[0]?.rival),
        found.flatMap(({ demand }) => nameOf(facts.demands, demand)).join(", "),
      ];
    },
  },
);

/** Characters of an offer's name that is taken from a page. */
const longestPlan = 90;

export const prices = rowsFromText(
  "prices",
  "Prices found | Gefundene Preise",
  {
    plan: text("Offer | Angebot", "what the price is for, in the words of the page", 100),
    price: number("Price | Preis", "the amount as it stands there"),
    unit: pick("Billed | Abrechnung", "per what", units),
    like: refs<RivalScene>(
      "Comparable to | Vergleichbar mit",
      "id of the own offer that contains the same; none when no own offer does",
      (id, { form }) => offersOf(form).find((one) => one.id === id)?.plan ?? null,
    ),
    words: quote("Exact words | Wortlaut", "the sentence with the price", 240),
  },
  {
    ask: "Prices of this firm. The block “rows prices” has the own offers.",
    pieces: pages,
    named: ({ form }) =>
      offersOf(form).map(({ id, plan, price, unit }) => ({ id, text: `${plan} | ${price} ${unit}` })),
    own: ({ facts, form, context }) => {
      const [main] = offersOf(form);
      return facts.rivals.flatMap(({ material }) =>
        material.flatMap(({ id, text: body }) =>
          pricesIn(body, context.language).map(({ price, unit, words }, at) => ({
            id: `${id}.1-${at + 1}`,
            plan: withoutBullet(words).slice(0, longestPlan).toWellFormed(),
            price,
            unit,
            // Nobody has judged what an offer contains: the unit is all that is known.
            like: main?.unit === unit ? [main.id] : [],
            words,
          })),
        ),
      );
    },
    after: [candidates],
    isSeries: true,
    as: "hidden",
  },
);
