import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { countryNames } from "../../domain/countryNames.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import {
  address,
  amount,
  area,
  type BrokenRule,
  choice,
  day,
  decimal,
  field,
  formOf,
  line,
  many,
  optionalDay,
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";
import { exampleValues } from "./example.ts";

export const modes = {
  write: "Write an application | Antrag schreiben",
  find: "Find a programme | Programm finden",
} as const satisfies Record<string, Bilingual>;
const inWrite = { showWhen: { field: "mode", in: ["write"] } };
const inFind = { showWhen: { field: "mode", in: ["find"] } };

const { none: _, ...knownCountries } = countryNames;
export const countries = {
  ...knownCountries,
  otherEu: "Other EU country | Anderes EU-Land",
  other: "Other country | Anderes Land",
} as const satisfies Record<string, Bilingual>;

export const costKindNames = {
  staff: "Staff, count in person-months | Personal, Anzahl in Personenmonaten",
  material: "Material | Material",
  equipment: "Equipment, depreciation | Geräte, Abschreibung",
  external: "Subcontracting | Aufträge an Dritte",
  travel: "Travel | Reisen",
  other: "Other | Sonstiges",
} as const satisfies Record<string, Bilingual>;

const fields = formOf({
  mode: choice("What you want | Was Sie möchten", modes, "write"),
  programme: line("Programme or call | Programm oder Aufruf", 160, {
    ...inWrite,
    gap: "Which programme are you applying for? | Für welches Programm stellen Sie den Antrag?",
  }),
  callUrl: address("Link to the call | Link zum Aufruf", inWrite),
  callText: area("Guideline or call, as text | Richtlinie oder Aufruf als Text", 24_000, {
    ...inWrite,
    rows: 8,
    help: "Or attach it as a file. Every condition is taken from it word for word. | Oder als Datei anhängen. Jede Bedingung wird wörtlich daraus übernommen.",
  }),
  headings: table(
    "Headings of the application form | Überschriften des Antragsformulars",
    {
      heading: line("Heading | Überschrift", 160, { min: 1 }),
      characters: whole("Maximum characters | Höchstzahl der Zeichen", [200, 12_000, 3000]),
    },
    16,
    {
      ...inWrite,
      help: "Leave blank to use the usual ones. | Ohne Angabe: die üblichen.",
    },
  ),
  outline: choice(
    "Usual headings | Übliche Gliederung",
    {
      national: "National project grant | Nationale Projektförderung",
      eu: "EU: excellence, impact, implementation | EU: Exzellenz, Wirkung, Umsetzung",
    },
    "national",
    { ...inWrite, isOption: true },
  ),
  deadline: optionalDay("Deadline | Antragsfrist", {
    ...inWrite,
    help: "Leave blank to use the call's date. | Ohne Angabe gilt die Frist im Aufruf.",
  }),
  portalLanguage: line("Language of the portal | Sprache des Portals", 40, { ...inWrite, isOption: true }),
  legalForm: line("Legal form | Rechtsform", 80, { gap: "What is your legal form? | Welche Rechtsform haben Sie?" }),
  country: choice("Country | Land", countries, "DE", {
    help: "Also used for public holidays. | Gilt auch für Feiertage.",
  }),
  region: line("Region | Region", 120, {
    help: "Name or NUTS code. | Name oder NUTS-Code.",
    gap: "In which region is your site? Many programmes are regional. | In welcher Region liegt Ihre Betriebsstätte? Viele Programme sind regional.",
  }),
  founded: field("Founded in | Gegründet", z.int().min(1500).max(2100).nullable().default(null), "number", {
    isOption: true,
  }),
  employees: amount("Employees, full-time equivalents | Beschäftigte in Vollzeit", {
    gap: "How many full-time positions do you have, including partner firms? | Wie viele Vollzeitstellen haben Sie, verbundene Unternehmen eingerechnet?",
  }),
  turnover: amount("Annual turnover, € | Jahresumsatz, €", {
    gap: "What was your turnover in the last financial year? | Wie hoch war Ihr Umsatz im letzten abgeschlossenen Geschäftsjahr?",
  }),
  balance: amount("Balance sheet total, € | Bilanzsumme, €", { isOption: true }),
  deMinimis: choice(
    "De minimis aid in the last three years | De-minimis-Beihilfen der letzten drei Jahre",
    { unknown: "Don't know | Weiß nicht", none: "None | Keine", some: "Some | Erhalten" },
    "unknown",
    {
      help: "Small public aid of any kind: grants, guarantees, low-interest loans. | Kleine öffentliche Hilfen aller Art: Zuschüsse, Bürgschaften, zinsgünstige Kredite.",
    },
  ),
  aids: table(
    "Aid received | Erhaltene Beihilfen",
    {
      giver: line("From | Von", 120, { min: 1 }),
      amount: amount("Amount, € | Betrag, €"),
      grantedOn: optionalDay("Granted on | Bewilligt am"),
    },
    20,
    { showWhen: { field: "deMinimis", in: ["some"] } },
  ),
  idea: area("The project | Das Vorhaben", 4000, { min: 10 }),
  problem: area("The problem, and what exists today | Das Problem und was es heute gibt", 3000, {
    ...inWrite,
  }),
  novelty: area("What is new, and what could fail | Was neu ist und was scheitern könnte", 3000, {
    ...inWrite,
  }),
  approach: area("How you go about it | Wie Sie vorgehen", 4000, inWrite),
  exploitation: area("Who buys it, and how you sell it | Wer es kauft und wie Sie es verkaufen", 3000, {
    ...inWrite,
  }),
  need: area("What happens without the grant | Was ohne Förderung geschieht", 1500, inWrite),
  projectKind: choice(
    "Kind of project | Art des Vorhabens",
    {
      development: "Experimental development | Experimentelle Entwicklung",
      industrial: "Industrial research | Industrielle Forschung",
      feasibility: "Feasibility study | Durchführbarkeitsstudie",
      other: "Something else | Etwas anderes",
    },
    "development",
  ),
  trlFrom: whole("Technology readiness today, 1 to 9 | Technologiereife heute, 1 bis 9", [1, 9, 3], inWrite),
  trlTo: whole("Technology readiness at the end | Technologiereife am Ende", [1, 9, 6], inWrite),
  partners: table(
    "Partners | Partner",
    {
      name: line("Name | Name", 120, { min: 1 }),
      part: line("What they do | Was sie tun", 300),
      agreed: line("Commitment: letter, offer, none yet | Zusage: Schreiben, Angebot, noch keine", 120),
    },
    12,
    inWrite,
  ),
  startOn: day("Planned start | Geplanter Beginn"),
  months: whole("Months | Monate", [1, 60, 18]),
  packages: table(
    "Work packages | Arbeitspakete",
    {
      title: line("Title | Titel", 160, { min: 1 }),
      from: whole("From month | Ab Monat", [1, 60, 1]),
      to: whole("To month | Bis Monat", [1, 60, 6]),
      lead: line("Lead | Leitung", 120),
      result: line("Verifiable result | Überprüfbares Ergebnis", 240),
    },
    12,
    {
      ...inWrite,
      gap: "Which three to six steps make up the work, and what does each deliver? | Aus welchen drei bis sechs Schritten besteht die Arbeit, und was liegt nach jedem vor?",
    },
  ),
  costs: table(
    "Costs | Kosten",
    {
      kind: choice("Kind | Art", costKindNames, "staff"),
      what: line("What | Was", 160, { min: 1 }),
      count: decimal("Number or person-months | Anzahl oder Personenmonate", [0, 100_000, 1]),
      price: decimal("Unit cost, € | Je Einheit, €", [0, 1e7, 0]),
      package: whole("Work package, 0 for none | Arbeitspaket, 0 für keins", [0, 12, 0]),
    },
    60,
    {
      ...inWrite,
      gap: "What does it cost: person-months by person, material, equipment, subcontracts? | Was kostet es: Personenmonate je Person, Material, Geräte, Aufträge?",
    },
  ),
  overhead: decimal("Overhead on staff costs, % | Gemeinkosten auf Personal, %", [0, 120, 0], inWrite),
  totalCost: amount("Total cost, if only a rough figure, € | Gesamtkosten, wenn nur grob bekannt, €"),
  rate: field("Aid rate, % | Förderquote, %", z.number().min(0).max(100).nullable().default(null), "number", {
    ...inWrite,
    help: "Leave blank to use the call's rate. | Ohne Angabe: wie im Aufruf.",
  }),
  ownMoney: decimal("Own funds, € | Eigenmittel, €", [0, 1e9, 0], inWrite),
  otherMoney: decimal("Other funds for this project, € | Weitere Mittel für dieses Vorhaben, €", [0, 1e9, 0], inWrite),
  paidAfter: whole("Months from claim to payment | Monate vom Abruf bis zur Zahlung", [0, 12, 2], {
    ...inWrite,
    isOption: true,
  }),
  goals: table(
    "Measurable improvements | Messbare Verbesserungen",
    {
      measure: line("Measure | Messgröße", 160, { min: 1 }),
      today: line("Today | Heute", 80),
      target: line("Target | Ziel", 80),
      month: whole("By project month | Bis Projektmonat", [1, 120, 18]),
      proof: line("How it is measured | Wie es gemessen wird", 160),
    },
    8,
    {
      ...inWrite,
      gap: "Which three figures will improve by the end, and from what to what? | Welche drei Zahlen verbessern sich, von welchem Wert auf welchen?",
    },
  ),
  searchIn: many(
    "Search in | Suchen in",
    { EU: "European Union | Europäische Union", US: "United States | USA" },
    ["EU"],
    inFind,
  ),
  words: tags("Search terms | Suchbegriffe", 8, {
    ...inFind,
    longest: 60,
    help: "EU calls are in English. | Aufrufe der EU sind auf Englisch.",
  }),
});
export type Form = z.output<typeof fields>;

export const form = withRules(fields, ({ mode, research, trlFrom, trlTo, searchIn }): BrokenRule[] => [
  ...(mode === "find" && research !== "web"
    ? [
        {
          path: ["research"],
          sentence:
            "Choose web research so we can search for calls. | Wählen Sie Webrecherche, damit wir nach Aufrufen suchen können." as const,
        },
      ]
    : []),
  ...(mode === "find" && searchIn.length === 0
    ? [
        {
          path: ["searchIn"],
          sentence: "Choose where to search. | Wählen Sie, wo gesucht werden soll." as const,
        },
      ]
    : []),
  ...(mode === "write" && trlTo < trlFrom
    ? [
        {
          path: ["trlTo"],
          sentence:
            "Readiness at the end can't be below today's. | Die Reife am Ende kann nicht unter der von heute liegen." as const,
        },
      ]
    : []),
]);

/** Klangraum Harms applies for a made-up programme. */
export const example = (today: string, language: AppLanguage): Form => exampleValues(today, language);
