import type { z } from "zod";
import { email, webAddress } from "#src/kit/schemas.ts";
import { currencies } from "../../domain/currencies.ts";
import { scaledWeights, weightSum } from "../../domain/awarding.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  amount,
  area,
  type BrokenRule,
  choice,
  day,
  decimal,
  formOf,
  forPrompt,
  line,
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";

export const buyers = {
  private: "Private company | Privates Unternehmen",
  local: "Local authority, university | Kommune, Kreis, Hochschule",
  central: "Ministry, federal agency | Ministerium, Bundesbehörde",
  sector: "Water, energy, transport | Wasser, Energie, Verkehr",
} as const satisfies Record<string, Bilingual>;
const { none: _, ...knownCountries } = countryNames;
const countries = {
  ...knownCountries,
  otherEu: "Other EU country | Anderes EU-Land",
  other: "Other country | Anderes Land",
} as const satisfies Record<string, Bilingual>;
export const levels = { must: "must | Muss", should: "should | Soll" } as const satisfies Record<string, Bilingual>;
export const procedures = {
  open: "Open: anyone can bid | Offen: alle dürfen anbieten",
  restricted: "Two stages: requests to participate first | Zweistufig: zuerst Teilnahmeanträge",
} as const satisfies Record<string, Bilingual>;

/** Lots as writers see them: what a lot is estimated at never reaches a text for bidders. */
const lotLines = (lots: readonly { name: string; quantity: number; unit: string }[]): string =>
  lots.map(({ name, quantity, unit }) => `${name}: ${quantity} ${unit}`.trim()).join("; ");

/** Writers need no addresses. */
const supplierNames = (suppliers: readonly { name: string }[]): string => suppliers.map(({ name }) => name).join("; ");

/** One stage has no requests. */
const requestLine = (days: number, values: object): string =>
  (values as Pick<Form, "procedure">).procedure === "restricted" ? String(days) : "";

const fields = formOf({
  need: area("What you need, and what for | Was Sie brauchen und wofür", 4000, { min: 10 }),
  today: area("How things are today | Wie es heute ist", 2000, {
    help: "In figures where you have them. | Wo möglich in Zahlen.",
    gap: "What is the state today, in figures? | Wie ist der Zustand heute, in Zahlen?",
  }),
  kind: choice(
    "You are buying | Sie beschaffen",
    {
      supply: "Goods | Lieferung",
      service: "Service | Dienstleistung",
      social: "Social services, catering, training | Soziales, Verpflegung, Schulung",
      works: "Construction work | Bauleistung",
    },
    "supply",
    { widget: "select" },
  ),
  buyer: choice("You are | Sie sind", buyers, "private", { widget: "select" }),
  country: choice("Country | Land", countries, "DE"),
  place: line("Where it is delivered or done | Ort der Leistung", 120),
  procedure: choice("Procedure | Verfahren", procedures, "open", { isOption: true, widget: "select" }),
  cpv: tags("CPV codes | CPV-Codes", 8, { isOption: true, longest: 10, placeholder: "44111000 | 44111000" }),
  value: forPrompt(
    amount("Estimated value without VAT | Geschätzter Wert ohne Umsatzsteuer", {
      help: "With all options and for the whole term. Leave blank to add up the lots. | Mit allen Optionen und für die ganze Laufzeit. Ohne Angabe: die Summe der Lose.",
    }),
    false,
  ),
  currency: choice("Currency | Währung", currencies, "EUR", { isOption: true, widget: "select" }),
  lots: forPrompt(
    table(
      "Lots and quantities | Lose und Mengen",
      {
        name: line("Lot | Los", 160, { min: 1 }),
        quantity: decimal("Quantity | Menge", [0, 1e9, 1]),
        unit: line("Unit | Einheit", 30),
        value: decimal("Estimate | Schätzung", [0, 1e9, 0]),
      },
      20,
      { gap: "Which quantities do you need, by lot? | Welche Mengen brauchen Sie, nach Losen?" },
    ),
    lotLines,
  ),
  term: line("Term and options | Laufzeit und Optionen", 240),
  requirements: table(
    "Requirements, as they come to mind | Anforderungen, wie sie Ihnen einfallen",
    {
      text: line("Requirement | Anforderung", 400, { min: 3 }),
      level: choice("Must or should | Muss oder Soll", levels, "must"),
    },
    60,
    {
      gap: "What must a bid offer, or you'd reject it? | Was muss ein Angebot leisten, damit Sie es nicht ablehnen?",
    },
  ),
  criteria: table(
    "Award criteria | Zuschlagskriterien",
    {
      name: line("Criterion | Kriterium", 120, { min: 1 }),
      weight: decimal("Weight % | Gewicht %", [0, 100, 0]),
      kind: choice("Kind | Art", { price: "Price | Preis", quality: "Quality | Qualität" }, "quality"),
      measure: line("How it is measured | Wie es gemessen wird", 240),
    },
    10,
    {
      help: "Weights add up to 100%. | Die Gewichte ergeben zusammen 100 %.",
      gap: "How do you choose, and with which weights? | Wonach wählen Sie aus, und mit welchen Gewichten?",
    },
  ),
  formula: choice(
    "Price formula | Preisformel",
    {
      double: "Zero points at twice the lowest price | Null Punkte beim doppelten niedrigsten Preis",
      oneAndHalf: "Zero points at one and a half times the lowest | Null Punkte beim Anderthalbfachen",
      ratio: "Lowest price divided by price | Niedrigster Preis geteilt durch Preis",
    },
    "double",
    { isOption: true, widget: "select" },
  ),
  tie: choice(
    "With equal points | Bei gleicher Punktzahl",
    {
      quality: "Better quality wins | Bessere Qualität entscheidet",
      price: "Lower price wins | Niedrigerer Preis entscheidet",
    },
    "quality",
    { isOption: true },
  ),
  proofs: tags("Proof of suitability | Eignungsnachweise", 15, {
    longest: 240,
    gap: "Which reasonable proof shows that a company can do it? | Welcher angemessene Nachweis zeigt, dass ein Unternehmen es kann?",
  }),
  suppliers: forPrompt(
    table(
      "Suppliers you know | Lieferanten, die Sie kennen",
      {
        name: line("Name | Name", 160, { min: 1 }),
        website: line("Website | Website", 300),
        email: line("Email | E-Mail", 200),
      },
      40,
      { isOption: true },
    ),
    supplierNames,
  ),
  pages: tags("Pages about the market | Seiten über den Markt", 8, {
    longest: 2048,
    help: "Similar notices, suppliers, price lists. | Ähnliche Bekanntmachungen, Anbieter, Preislisten.",
    showWhen: { field: "research", in: ["web"] },
  }),
  publishOn: day("Notice sent on | Bekanntmachung abgesendet am"),
  requestDays: forPrompt(
    whole("Days for requests to participate | Tage für Teilnahmeanträge", [5, 120, 30], {
      showWhen: { field: "procedure", in: ["restricted"] },
    }),
    requestLine,
  ),
  bidDays: whole("Days for bids | Tage für Angebote", [5, 120, 30]),
  evaluationDays: whole("Working days for evaluation | Arbeitstage für die Wertung", [1, 120, 10], { isOption: true }),
  startOn: day("Start of the contract | Leistungsbeginn"),
  contract: area("Contract points | Vertragspunkte", 2000, { isOption: true }),
  sustainability: area("Environment, accessibility | Umwelt, Barrierefreiheit", 1500, { isOption: true }),
});
export type Form = z.output<typeof fields>;

const isCpv = (code: string): boolean => /^\d{8}(?:-\d)?$/.test(code);

export const form = withRules(fields, ({ criteria, cpv, pages, suppliers, publishOn, startOn }): BrokenRule[] => {
  const sum = weightSum(criteria);
  const weights = criteria.map(({ weight }) => weight);
  return [
    ...(criteria.length > 0 && sum !== 100
      ? [
          {
            path: ["criteria"],
            sentence:
              sum === 0
                ? ("Weights must add up to 100%. | Die Gewichte müssen zusammen 100 % ergeben." as const)
                : ("Weights add up to {sum}% and must be 100%. In the same proportion: {scaled}. | Die Gewichte ergeben {sum} % und müssen 100 % ergeben. Im selben Verhältnis: {scaled}." as const),
            params: { sum, scaled: scaledWeights(weights).join(", ") },
          },
        ]
      : []),
    ...(startOn <= publishOn
      ? [
          {
            path: ["startOn"],
            sentence: "Choose a day after the notice. | Wählen Sie einen Tag nach der Bekanntmachung." as const,
          },
        ]
      : []),
    ...cpv.flatMap((code, index): BrokenRule[] =>
      isCpv(code)
        ? []
        : [
            {
              path: ["cpv", index],
              sentence: "Enter a CPV code like 44111000. | Geben Sie einen CPV-Code wie 44111000 ein.",
            },
          ],
    ),
    ...pages.flatMap((page, index): BrokenRule[] =>
      webAddress.safeParse(page).success
        ? []
        : [
            {
              path: ["pages", index],
              sentence:
                "Enter an address like https://example.com. | Geben Sie eine Adresse wie https://example.com ein.",
            },
          ],
    ),
    ...suppliers.flatMap(({ website, email: mail }, index): BrokenRule[] => [
      ...(website === "" || webAddress.safeParse(website).success
        ? []
        : [
            {
              path: ["suppliers", index, "website"],
              sentence:
                "Enter an address like https://example.com. | Geben Sie eine Adresse wie https://example.com ein." as const,
            },
          ]),
      ...(mail === "" || email.safeParse(mail).success
        ? []
        : [
            {
              path: ["suppliers", index, "email"],
              sentence:
                "Enter an email like name@example.com. | Geben Sie eine E-Mail-Adresse wie name@example.com ein." as const,
            },
          ]),
    ]),
  ];
});

/** A made-up town buys quiet meeting rooms. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const requirement = (text: Bilingual, level: keyof typeof levels): Form["requirements"][number] => ({
    text: translate(text),
    level,
  });
  const criterion = (
    name: Bilingual,
    weight: number,
    kind: Form["criteria"][number]["kind"],
    measure: Bilingual,
  ): Form["criteria"][number] => ({ name: translate(name), weight, kind, measure: translate(measure) });
  return {
    ...company,
    companyInformation: translate(
      "Town of Harsefelde (made-up), 23,000 inhabitants; the town hall has 14 meeting rooms. | Stadt Harsefelde (erfunden), 23.000 Einwohner; das Rathaus hat 14 Besprechungsräume.",
    ),
    productsPitch: "",
    requirementTitle: translate("Acoustics of the town hall | Akustik im Rathaus"),
    need: translate(
      "Quiet meeting rooms: measure 14 rooms, fit absorbers where needed, measure again. The registry office stays open during the work. | Ruhige Besprechungsräume: 14 Räume messen, wo nötig Absorber montieren, danach wieder messen. Das Standesamt bleibt während der Arbeiten geöffnet.",
    ),
    today: translate(
      "Reverberation of 1.1 to 1.8 s, 37 complaints in 2025, hearing aids useless in the council hall. | Nachhall von 1,1 bis 1,8 s, 37 Beschwerden im Jahr 2025, Hörgeräte im Ratssaal nutzlos.",
    ),
    kind: "supply",
    buyer: "local",
    country: "DE",
    place: translate("Harsefelde, Lower Saxony | Harsefelde, Niedersachsen"),
    procedure: "open",
    cpv: ["44111000"],
    value: null,
    currency: "EUR",
    lots: [
      {
        name: translate("Measuring before and after | Messung vorher und nachher"),
        quantity: 14,
        unit: translate("rooms | Räume"),
        value: 12_600,
      },
      { name: translate("Absorbers, fitted | Absorber, montiert"), quantity: 320, unit: "m²", value: 73_600 },
      { name: translate("Curtains, fitted | Vorhänge, montiert"), quantity: 60, unit: "m²", value: 9_800 },
    ],
    term: translate("once, 5 years of warranty | einmalig, 5 Jahre Gewährleistung"),
    requirements: [
      requirement(
        "Reverberation of at most 0.6 s in meeting rooms, 0.8 s in the council hall, measured to ISO 3382-2 | Nachhall höchstens 0,6 s in Besprechungsräumen, 0,8 s im Ratssaal, gemessen nach ISO 3382-2",
        "must",
      ),
      requirement("Panels of type Silentia 40, white | Paneele Typ Silentia 40, weiß", "must"),
      requirement("Fitting quickly and outside opening hours | Montage zügig und außerhalb der Öffnungszeiten", "must"),
      requirement("Hardly flammable, B-s1,d0 to EN 13501-1 | Schwer entflammbar, B-s1,d0 nach EN 13501-1", "must"),
      requirement(
        "High-quality surface that can be cleaned | Hochwertige Oberfläche, die sich reinigen lässt",
        "should",
      ),
      requirement("At least 50 % recycled material | Mindestens 50 % Recyclinganteil", "should"),
    ],
    criteria: [
      criterion("Price | Preis", 50, "price", "sum of the price sheet | Summe des Preisblatts"),
      criterion(
        "Acoustic concept | Akustikkonzept",
        25,
        "quality",
        "concept, at most 6 pages | Konzept, höchstens 6 Seiten",
      ),
      criterion("Course of the work | Bauablauf", 15, "quality", "schedule by room | Zeitplan je Raum"),
      criterion("Resources | Ressourcen", 10, "quality", "recycled share, proven | Recyclinganteil, belegt"),
    ],
    formula: "double",
    tie: "quality",
    proofs: [
      translate("two comparable projects in the last three years | zwei vergleichbare Projekte der letzten drei Jahre"),
      translate("liability insurance of 2 million € | Haftpflichtversicherung über 2 Mio. €"),
    ],
    suppliers: [
      { name: "Klangraum Harms", website: "https://klangraum-harms.example", email: "" },
      { name: translate("Weser Acoustics | Weser Akustik"), website: "", email: "" },
    ],
    pages: [],
    publishOn: addDays(today, 22),
    requestDays: 30,
    bidDays: 35,
    evaluationDays: 10,
    startOn: addDays(today, 121),
    contract: translate(
      "Payment by lot after acceptance; acceptance only with the second measurement. | Zahlung je Los nach Abnahme; Abnahme nur mit der zweiten Messung.",
    ),
    sustainability: translate(
      "Hearing aids must work in the council hall. | Hörgeräte müssen im Ratssaal funktionieren.",
    ),
  };
}
