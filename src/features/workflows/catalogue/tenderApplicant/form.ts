import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { webAddress } from "#src/kit/schemas.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { currencies } from "../../domain/currencies.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import {
  amount,
  area,
  type BrokenRule,
  choice,
  field,
  formOf,
  forPrompt,
  line,
  optionalDay,
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";

import { exampleValues } from "./example.ts";

export const modes = {
  answer: "Answer a tender | Ausschreibung beantworten",
  find: "Find tenders | Ausschreibungen finden",
} as const satisfies Record<string, Bilingual>;
const shown = (mode: keyof typeof modes) => ({ showWhen: { field: "mode", in: [mode] } });

const { none: _, ...knownCountries } = countryNames;
export const countries = {
  ...knownCountries,
  otherEu: "Other EU country | Anderes EU-Land",
  other: "Other country | Anderes Land",
} as const satisfies Record<string, Bilingual>;

/** Characters of pasted tender documents. */
const longestTender = 24_000;

const optionalNumber = (label: Bilingual, max: number, more: object = {}) =>
  field(label, z.int().min(0).max(max).nullable().default(null), "number", more);

/** Says something of a search alone. */
const minDaysLine = (days: number, values: object): string =>
  (values as { mode: keyof typeof modes }).mode === "find" ? String(days) : "";

/** Says something of an answer alone. */
const pageLine = (pages: number, values: object): string =>
  (values as { mode: keyof typeof modes }).mode === "answer" ? String(pages) : "";

const fields = formOf({
  mode: choice("What you want | Was Sie möchten", modes, "answer"),
  tenderText: forPrompt(
    area("Tender text | Text der Ausschreibung", longestTender, {
      ...shown("answer"),
      rows: 6,
      help: "Paste it, or attach the documents below. | Fügen Sie ihn ein, oder hängen Sie unten die Unterlagen an.",
    }),
    false,
  ),
  notice: line("Notice number or address | Nummer oder Adresse der Bekanntmachung", 300, {
    ...shown("answer"),
    placeholder: "593909-2026 | 593909-2026",
    help: "Read when web research is on. | Wird gelesen, wenn die Recherche im Web eingeschaltet ist.",
  }),
  buyer: line("Buyer | Auftraggeber", 160, shown("answer")),
  country: choice("Country of the buyer | Land des Auftraggebers", countries, "DE", {
    help: "For public holidays and periods. | Für Feiertage und Fristen.",
  }),
  deadline: optionalDay("Deadline for bids | Angebotsfrist", {
    ...shown("answer"),
    help: "Leave blank to use the documents. | Ohne Angabe gelten die Unterlagen.",
  }),
  questionsUntil: optionalDay("Deadline for questions | Frist für Bieterfragen", {
    ...shown("answer"),
    isOption: true,
  }),
  profile: area("Your company: what it can do | Ihr Unternehmen: was es kann", 4000, { min: 10 }),
  references: table(
    "References | Referenzen",
    {
      client: line("Client | Kunde", 120, { min: 1 }),
      value: amount("Value | Wert"),
      year: whole("Year | Jahr", [1990, 2100, 2026]),
      text: line("Scope | Leistung", 400),
    },
    20,
  ),
  certificates: table(
    "Certificates and registrations | Zertifikate und Nachweise",
    { name: line("Name | Name", 120, { min: 1 }), until: optionalDay("Valid until | Gültig bis") },
    20,
  ),
  people: table(
    "Key people | Schlüsselpersonen",
    {
      role: line("Role | Rolle", 80, { min: 1 }),
      skills: line("Qualification | Qualifikation", 240),
      years: optionalNumber("Years | Jahre", 60),
    },
    15,
    { isOption: true, help: "Roles are enough; names can follow. | Rollen genügen; Namen können folgen." },
  ),
  staff: optionalNumber("Staff | Beschäftigte", 1_000_000),
  turnover: amount("Annual turnover | Jahresumsatz"),
  insurance: amount("Liability insurance, sum insured | Haftpflicht, Versicherungssumme"),
  currency: choice("Currency | Währung", currencies, "EUR", { isOption: true, widget: "select" }),
  conceptPages: forPrompt(
    whole("Pages of the concept | Seiten des Konzepts", [1, 60, 8], {
      ...shown("answer"),
      help: "The buyer's limit for all answers to the award criteria combined. | Was der Auftraggeber für alle Antworten auf die Zuschlagskriterien zusammen höchstens erlaubt.",
    }),
    pageLine,
  ),
  price: forPrompt(
    amount("Your price without VAT | Ihr Preis ohne Umsatzsteuer", {
      ...shown("answer"),
      help: "Price, cost and effort stay out of every text for the buyer. | Preis, Kosten und Aufwand stehen in keinem Text für den Auftraggeber.",
    }),
    false,
  ),
  cost: forPrompt(amount("Your own cost | Ihre Selbstkosten", shown("answer")), false),
  bidHours: forPrompt(
    optionalNumber("Hours for the bid | Stunden für das Angebot", 5000, { ...shown("answer"), isOption: true }),
    false,
  ),
  hourCost: forPrompt(amount("Cost per hour | Kosten je Stunde", { ...shown("answer"), isOption: true }), false),
  bids: forPrompt(
    optionalNumber("Expected bids, including yours | Erwartete Angebote, Ihres eingerechnet", 100, {
      ...shown("answer"),
      isOption: true,
    }),
    false,
  ),
  strategy: area("Strategy, price ideas, never for the buyer | Strategie, Preisideen, nie für den Auftraggeber", 1500, {
    isOption: true,
  }),
  cpv: tags("CPV codes | CPV-Codes", 10, {
    ...shown("find"),
    longest: 12,
    placeholder: "55520000 | 55520000",
    help: "The first three digits are enough. | Die ersten drei Ziffern genügen.",
  }),
  words: tags("Search terms | Suchwörter", 10, { ...shown("find"), longest: 60 }),
  without: tags("Words that rule a notice out | Wörter, die eine Bekanntmachung ausschließen", 10, {
    ...shown("find"),
    longest: 60,
  }),
  countries: tags("Countries, two letters | Länder, zwei Buchstaben", 10, {
    ...shown("find"),
    longest: 3,
    placeholder: "DE | DE",
  }),
  regions: tags("Regions: NUTS codes or names | Regionen: NUTS-Codes oder Namen", 10, {
    ...shown("find"),
    longest: 60,
  }),
  valueFrom: amount("Value from | Wert ab", shown("find")),
  valueTo: amount("Value to | Wert bis", shown("find")),
  leastDays: forPrompt(
    whole("Minimum days left | Mindestzahl verbleibender Tage", [0, 90, 14], { ...shown("find"), isOption: true }),
    minDaysLine,
  ),
});
export type Form = z.output<typeof fields>;

/** Publication number of TED. */
export const isNoticeNumber = (notice: string): boolean => /^\d{1,8}-\d{4}$/.test(notice.trim());
/** Great Britain as people write it. */
export const countryCode = (text: string): string => {
  const code = text.trim().toUpperCase();
  return code === "UK" ? "GB" : code;
};

export const form = withRules(fields, (values): BrokenRule[] => {
  const { mode, tenderText, attachments, notice, research, cpv, countries: wanted, valueFrom, valueTo } = values;
  const isAddress = webAddress.safeParse(notice).success;
  if (mode === "answer")
    return [
      ...(tenderText === "" && attachments.length === 0 && notice === ""
        ? [
            {
              path: ["tenderText"],
              sentence:
                "Paste the tender text, attach its documents, or name the notice. | Fügen Sie den Text der Ausschreibung ein, hängen Sie die Unterlagen an, oder nennen Sie die Bekanntmachung." as const,
            },
          ]
        : []),
      ...(notice !== "" && !isNoticeNumber(notice) && !isAddress
        ? [
            {
              path: ["notice"],
              sentence:
                "Enter a number like 593909-2026 or an address like https://example.com. | Geben Sie eine Nummer wie 593909-2026 oder eine Adresse wie https://example.com ein." as const,
            },
          ]
        : []),
      ...(tenderText === "" && attachments.length === 0 && notice !== "" && research !== "web"
        ? [
            {
              path: ["research"],
              sentence:
                "Choose web research so we can read the notice. | Wählen Sie die Recherche im Web, damit wir die Bekanntmachung lesen können." as const,
            },
          ]
        : []),
    ];
  return [
    ...(research === "web"
      ? []
      : [
          {
            path: ["research"],
            sentence:
              "Choose web research so we can search for tenders. | Wählen Sie die Recherche im Web, damit wir nach Ausschreibungen suchen können." as const,
          },
        ]),
    ...cpv.flatMap((code, index): BrokenRule[] =>
      /^\d{2,8}(?:-\d)?$/.test(code)
        ? []
        : [
            {
              path: ["cpv", index],
              sentence: "Enter a CPV code like 55520000. | Geben Sie einen CPV-Code wie 55520000 ein.",
            },
          ],
    ),
    ...wanted.flatMap((country, index): BrokenRule[] =>
      /^[A-Z]{2}$/.test(countryCode(country))
        ? []
        : [
            {
              path: ["countries", index],
              sentence: "Enter two letters like DE. | Geben Sie zwei Buchstaben wie DE ein.",
            },
          ],
    ),
    ...(valueFrom !== null && valueTo !== null && valueTo < valueFrom
      ? [
          {
            path: ["valueTo"],
            sentence:
              "Enter a value above the lower limit. | Geben Sie einen Wert über der unteren Grenze ein." as const,
          },
        ]
      : []),
  ];
});

/** Klangraum Harms answers the made-up town whose tender the tender planner shows. */
export const example = (today: string, language: AppLanguage): Form => exampleValues(today, language);
