import { z } from "zod";
import { currencies } from "../../domain/currencies.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import {
  amount,
  area,
  type BrokenRule,
  choice,
  decimal,
  field,
  formOf,
  forPrompt,
  line,
  many,
  roundedInput,
  table,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";
import { countries } from "./countries.ts";

/* Form of the market analysis. */

const segments = {
  b2b: "Companies | Unternehmen",
  b2c: "Consumers | Privatleute",
  b2g: "Public sector | Öffentliche Hand",
} as const satisfies Record<string, Bilingual>;
export const units = {
  count: "number | Anzahl",
  percent: "% | %",
  money: "money | Geld",
} as const satisfies Record<string, Bilingual>;
export const levelNames = {
  tam: "Total market (TAM) | Gesamtmarkt (TAM)",
  sam: "Reachable market (SAM) | Erreichbarer Markt (SAM)",
  som: "Winnable market (SOM) | Gewinnbarer Markt (SOM)",
} as const satisfies Record<string, Bilingual>;
export const frameworks = {
  porter: "Five forces (Porter) | Fünf Kräfte (Porter)",
  pestel: "PESTEL | PESTEL",
  swot: "SWOT | SWOT",
  valueChain: "Value chain | Wertschöpfungskette",
} as const satisfies Record<string, Bilingual>;

/** A year, or nothing. */
const year = (label: Bilingual) => field(label, z.int().min(1900).max(2100).nullable().default(null), "number");
/** Market values of whole countries pass the limit of a price. */
const estimate = (label: Bilingual) =>
  field(label, z.number().min(0).max(1e13).overwrite(roundedInput).nullable().default(null), "number");
const spread = decimal("Uncertainty (± %) | Unsicherheit (± %)", [0, 100, 20]);
const origin = line("Source | Quelle", 200);

const fields = formOf({
  product: area("Product or market | Produkt oder Markt", 3000, {
    min: 5,
    help: "What you sell, to whom, and what one order includes. | Was Sie verkaufen, an wen, und was ein Auftrag umfasst.",
  }),
  buyers: choice("Buyers | Käufer", segments, "b2b"),
  places: tags("Regions or cities | Regionen oder Städte", 12, {
    gap: "Which regions or cities belong to your market? | Welche Regionen oder Städte gehören zu Ihrem Markt?",
  }),
  countries: many("Countries | Länder", countries, [], {
    help: "For official statistics; web research only. | Für amtliche Statistiken, nur mit Webrecherche.",
  }),
  questions: tags("Your questions | Ihre Fragen", 10, {
    longest: 200,
    help: "Each gets its own answer. | Jede erhält eine eigene Antwort.",
    gap: "Which decision depends on this analysis? | Welche Entscheidung hängt von dieser Analyse ab?",
  }),
  currency: choice("Currency | Währung", currencies, "EUR", { widget: "select" }),
  price: amount("Revenue per order | Umsatz je Auftrag"),
  goal: amount("Target revenue per year | Angestrebter Umsatz im Jahr"),
  capacity: amount("Orders you can deliver per year | Aufträge, die Sie im Jahr schaffen"),
  chain: table(
    "Your formula for the market size | Ihre Formel für die Marktgröße",
    {
      label: line("Factor | Faktor", 160, { min: 1 }),
      level: choice("Belongs to | Gehört zu", levelNames, "tam"),
      value: estimate("Value | Wert"),
      unit: choice("Unit | Einheit", units, "count"),
      spread,
      year: year("Year | Jahr"),
      origin,
    },
    12,
    {
      help: "Factors are multiplied: buyers × share × orders × price. Leave unknown values empty; without factors, we show the usual formula. | Faktoren werden multipliziert: Käufer × Anteil × Aufträge × Preis. Unbekannte Werte bleiben leer; ohne Faktoren gilt die übliche Formel.",
    },
  ),
  topDown: table(
    "Top-down check | Top-down-Gegenrechnung",
    {
      label: line("Factor | Faktor", 160, { min: 1 }),
      value: estimate("Value | Wert"),
      unit: choice("Unit | Einheit", units, "percent"),
      spread,
      year: year("Year | Jahr"),
      origin,
    },
    8,
    {
      isOption: true,
      help: "A published market value, then the shares that narrow it down to your total market. | Ein veröffentlichter Marktwert, dann die Anteile bis zu Ihrem Gesamtmarkt.",
    },
  ),
  figures: table(
    "Figures you have | Zahlen, die Sie haben",
    {
      what: line("What | Was", 160, { min: 1 }),
      value: estimate("Value | Wert"),
      unit: choice("Unit | Einheit", units, "count"),
      year: year("Year | Jahr"),
      origin,
    },
    60,
    {
      isOption: true,
      help: "Use the same name for several years to get a growth rate. | Tragen Sie denselben Namen für mehrere Jahre ein, um ein Wachstum zu erhalten.",
    },
  ),
  competitors: table(
    "Competitors you know | Bekannte Wettbewerber",
    {
      name: line("Name | Name", 120, { min: 1 }),
      offer: line("Offer | Angebot", 200),
      price: amount("Price | Preis"),
    },
    20,
  ),
  // What decides which parts are asked for tells a writer nothing.
  frameworks: forPrompt(many("Frameworks | Analysemodelle", frameworks, ["porter"], { isOption: true }), false),
  nace: tags("NACE codes of the industry | NACE-Codes der Branche", 5, {
    longest: 8,
    isOption: true,
    help: "Such as J62 or G47.9. Eurostat then provides the number of companies and revenue. | Etwa J62 oder G47.9. Eurostat liefert dazu Zahl der Unternehmen und Umsatz.",
  }),
  horizon: whole("Years ahead | Jahre im Voraus", [1, 10, 3], { isOption: true }),
  growth: field(
    "Growth you expect, % per year | Erwartetes Wachstum, % im Jahr",
    z.number().min(-50).max(200).nullable().default(null),
    "number",
    { isOption: true },
  ),
  freshness: forPrompt(
    whole("Mark sources older than (months) | Quellen markieren, die älter sind als (Monate)", [3, 120, 36], {
      isOption: true,
      help: "With 12 or fewer, the web search returns only pages from the past year. | Bei 12 oder weniger liefert die Websuche nur Seiten des letzten Jahres.",
    }),
    false,
  ),
  watch: forPrompt(toggle("Check again every quarter | Jedes Quartal erneut prüfen", true), false),
});

/** `J62`, `62`, `G47.91`: a section with or without what is below it, or a division. */
const nacePattern = /^(?:[A-U]|[A-U]?\d{2}(?:\.\d{1,2})?)$/i;

const broken = (isBroken: boolean, path: BrokenRule["path"], sentence: Bilingual): BrokenRule[] =>
  isBroken ? [{ path, sentence }] : [];

export const form = withRules(fields, ({ chain, topDown, nace }) => [
  ...broken(
    chain.length > 0 && !chain.some(({ level }) => level === "tam"),
    ["chain"],
    "At least one factor must belong to the total market. | Mindestens ein Faktor muss zum Gesamtmarkt gehören.",
  ),
  // Money times money is no market.
  ...broken(
    chain.filter(({ unit }) => unit === "money").length > 1,
    ["chain"],
    "Only one factor can be an amount of money: multiply buyers and shares by one price. | Nur ein Faktor darf ein Geldbetrag sein: Käufer × Anteile × ein Preis.",
  ),
  ...broken(
    topDown.filter(({ unit }) => unit === "money").length > 1,
    ["topDown"],
    "Only one factor can be an amount of money: one market value, then shares. | Nur ein Faktor darf ein Geldbetrag sein: ein Marktwert, dann Anteile.",
  ),
  ...nace.flatMap((code, at) =>
    broken(
      !nacePattern.test(code.trim()),
      ["nace", at],
      "Enter a NACE code like J62 or 47.91. | Geben Sie einen NACE-Code ein, etwa J62 oder 47.91.",
    ),
  ),
]);
export type Form = z.output<typeof form>;
