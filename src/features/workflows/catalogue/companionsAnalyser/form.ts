import type { z } from "zod";
import { currencies } from "../../domain/currencies.ts";
import type { Has, PriceUnit } from "../../domain/rivals.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import {
  address,
  amount,
  area,
  choice,
  formOf,
  forPrompt,
  line,
  table,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";

/* Form of the competitor analysis. */

export const units = {
  once: "once | einmalig",
  month: "per month | im Monat",
  year: "per year | im Jahr",
  day: "per day | am Tag",
  hour: "per hour | je Stunde",
  piece: "per unit | je Einheit",
} as const satisfies Record<PriceUnit, Bilingual>;
export const ownHas = {
  open: "not sure | unklar",
  no: "no | nein",
  partly: "partly | teilweise",
  yes: "yes | ja",
} as const satisfies Record<Exclude<Has, "said"> | "open", Bilingual>;
const results = { lost: "lost | verloren", won: "won | gewonnen" } as const satisfies Record<string, Bilingual>;

const fields = formOf({
  job: area("What customers want done | Was Kunden erledigt haben wollen", 1500, {
    min: 5,
    help: "In their words, not yours. | In deren Worten, nicht in Ihren.",
  }),
  places: tags("Where you compete | Wo Sie im Wettbewerb stehen", 12),
  // What is known of one must not slip into what is said of another: notes are material of their own.
  competitors: forPrompt(
    table(
      "Competitors | Wettbewerber",
      {
        name: line("Name | Name", 120, { min: 1 }),
        url: address("Website | Website"),
        notes: area("What you know, or text from their page | Was Sie wissen, oder Text von deren Seite", 6000),
      },
      10,
      {
        help: "Leave this blank with web research and we'll suggest some. Websites are only read with web research. | Mit Webrecherche darf das leer bleiben: Dann schlagen wir welche vor. Websites werden nur mit Webrecherche gelesen.",
        gap: "Who did you lose the last three orders to? | An wen haben Sie die letzten drei Aufträge verloren?",
      },
    ),
    (rows: readonly { name: string; url: string }[]) => rows.map(({ name, url }) => `${name} ${url}`.trim()).join("; "),
  ),
  demands: table(
    "What customers compare | Was Kunden vergleichen",
    {
      name: line("Need | Anforderung", 120, { min: 1 }),
      weight: whole("Weight, 1 to 5 | Gewicht, 1 bis 5", [1, 5, 3]),
      own: choice("Do you meet it? | Erfüllen Sie sie?", ownHas, "open"),
    },
    16,
    {
      help: "Leave blank and we'll suggest some. | Ohne Angabe schlagen wir welche vor.",
      gap: "What do customers ask before they choose? Ask the last three. | Wonach fragen Kunden, bevor sie sich entscheiden? Fragen Sie die letzten drei.",
    },
  ),
  offers: table(
    "Your prices | Ihre Preise",
    {
      plan: line("Offer | Angebot", 120, { min: 1 }),
      price: amount("Price | Preis"),
      unit: choice("Billed | Abrechnung", units, "once"),
    },
    12,
    {
      help: "Competitors' prices are compared with your offer that includes the same. The first is your main offer. | Preise der Wettbewerber werden mit dem Angebot verglichen, das dasselbe enthält. Das erste ist Ihr Hauptangebot.",
    },
  ),
  currency: choice("Currency | Währung", currencies, "EUR", { widget: "select" }),
  deals: table(
    "Orders won and lost | Gewonnene und verlorene Aufträge",
    {
      against: line("Competitor | Wettbewerber", 120, { min: 1 }),
      result: choice("Result | Ergebnis", results, "lost"),
      reason: line("Reason the customer gave | Begründung des Kunden", 200),
    },
    60,
    { isOption: true },
  ),
  watch: forPrompt(
    toggle("Remind me to check again every month | Jeden Monat an eine neue Prüfung erinnern", true, {
      isOption: true,
    }),
    false,
  ),
});

export const form = withRules(fields, ({ competitors, research }) =>
  competitors.length === 0 && research !== "web"
    ? [
        {
          path: ["competitors"],
          sentence:
            "Name at least one competitor, or choose web research and we'll suggest some. | Nennen Sie mindestens einen Wettbewerber oder wählen Sie Webrecherche, dann schlagen wir welche vor.",
        },
      ]
    : [],
);
export type Form = z.output<typeof form>;
