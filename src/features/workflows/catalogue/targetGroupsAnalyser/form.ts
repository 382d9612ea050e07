import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { currencies } from "../../domain/currencies.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { countries } from "../marketAnalyser/countries.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  amount,
  area,
  choice,
  decimal,
  formOf,
  forPrompt,
  line,
  many,
  table,
  tags,
  toggle,
  whole,
} from "../../kit/fields.ts";

export const goals = {
  awareness: "Become known | Bekannt werden",
  leads: "Enquiries | Anfragen",
  sales: "Orders | Aufträge",
  retention: "Keep customers | Kunden halten",
} as const satisfies Record<string, Bilingual>;

export const form = formOf({
  offer: area("Offer | Angebot", 3000, {
    min: 5,
    help: "What you sell, and what is better afterwards. | Was Sie verkaufen, und was danach besser ist.",
  }),
  buyers: choice("Buyers | Käufer", { b2b: "Companies | Unternehmen", b2c: "Consumers | Privatleute" }, "b2b"),
  places: tags("Places | Orte", 12),
  goal: choice("Goal | Ziel", goals, "leads"),
  groups: whole("Groups | Gruppen", [2, 6, 3]),
  // What was counted is among the given lines of the prompt; a list of customers is no matter of texts.
  customers: forPrompt(
    area("Your customers as a table | Ihre Kunden als Tabelle", 20_000, {
      rows: 8,
      help: "With a header row, one customer per line, no names: industry; size; occasion; revenue. An attached CSV file works too. | Mit Kopfzeile, ein Kunde je Zeile, ohne Namen: Branche; Größe; Anlass; Umsatz. Eine angehängte CSV-Datei geht auch.",
      gap: "Paste your last 20 customers with occasion and revenue: that shows which group pays off. | Fügen Sie Ihre letzten 20 Kunden mit Anlass und Umsatz ein: Das zeigt, welche Gruppe sich lohnt.",
    }),
    false,
  ),
  hypotheses: area("Groups you have in mind, one per line | Gruppen, die Sie vermuten, eine je Zeile", 3000),
  channels: table(
    "Channels of the last three months | Kanäle der letzten drei Monate",
    {
      channel: line("Channel | Kanal", 80, { min: 1 }),
      spend: decimal("Spent | Ausgaben", [0, 1e7, 0]),
      contacts: whole("Contacts | Kontakte", [0, 1_000_000, 0]),
      customers: whole("Orders | Aufträge", [0, 100_000, 0]),
    },
    12,
    { help: "Include your hours as a cost. | Rechnen Sie Ihre Stunden als Kosten mit." },
  ),
  budget: amount("Budget per month | Budget im Monat"),
  orderValue: amount("What one order brings in | Was ein Auftrag einbringt", { isOption: true }),
  margin: decimal("Margin % | Marge %", [0, 100, 40], { isOption: true }),
  currency: choice("Currency | Währung", currencies, "EUR", { isOption: true, widget: "select" }),
  // Both decide what statistics are asked for; that tells a writer nothing.
  countries: forPrompt(
    many("Countries | Länder", countries, [], {
      isOption: true,
      help: "For European countries, Eurostat provides the number of firms or people. | Für Länder Europas liefert Eurostat die Zahl der Unternehmen oder Personen.",
    }),
    false,
  ),
  nace: forPrompt(
    tags("NACE codes of your buyers | NACE-Codes Ihrer Käufer", 5, {
      longest: 8,
      isOption: true,
      help: "Such as J62 or G47.9, for companies. | Etwa J62 oder G47.9, bei Unternehmen.",
    }),
    false,
  ),
  interviews: toggle("Plan five interviews per group | Fünf Gespräche je Gruppe einplanen", true),
});
export type Form = z.output<typeof form>;

const rows = [
  "software;120;moved|Umzug;recommended|Empfehlung;31200",
  "software;80;moved|Umzug;search|Suche;24800",
  "agency|Agentur;45;complaint|Beschwerde;search|Suche;7400",
  "insurance|Versicherung;260;moved|Umzug;recommended|Empfehlung;38900",
  "agency|Agentur;35;complaint|Beschwerde;search|Suche;5200",
  "public|Behörde;150;renovation|Umbau;tender|Ausschreibung;16800",
  "software;60;complaint|Beschwerde;recommended|Empfehlung;9900",
  "insurance|Versicherung;180;renovation|Umbau;recommended|Empfehlung;19400",
  "agency|Agentur;55;moved|Umzug;recommended|Empfehlung;21700",
  "software;90;complaint|Beschwerde;search|Suche;11300",
  "public|Behörde;210;complaint|Beschwerde;tender|Ausschreibung;12600",
  "software;140;moved|Umzug;recommended|Empfehlung;27500",
  "agency|Agentur;40;complaint|Beschwerde;search|Suche;6100",
  "insurance|Versicherung;220;complaint|Beschwerde;recommended|Empfehlung;13800",
  "software;75;moved|Umzug;search|Suche;22400",
  "public|Behörde;130;renovation|Umbau;tender|Ausschreibung;15100",
  "agency|Agentur;60;renovation|Umbau;search|Suche;12200",
  "software;110;complaint|Beschwerde;recommended|Empfehlung;10700",
];

/** The customers of the firm that measures noise. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const inLanguage = (cell: string): string => cell.split("|")[language === "de" ? 1 : 0] ?? cell;
  return {
    ...company,
    requirementTitle: translate("Who buys quiet | Wer Ruhe kauft"),
    offer: translate(
      "We measure noise in open-plan offices, plan absorbers and fit them. Afterwards people can make calls without being heard three desks away. | Wir messen Lärm in Großraumbüros, planen Absorber und montieren sie. Danach kann man telefonieren, ohne drei Plätze weiter gehört zu werden.",
    ),
    buyers: "b2b",
    places: ["Hamburg", "Bremen", translate("Lower Saxony | Niedersachsen")],
    goal: "leads",
    groups: 3,
    customers: [
      translate("industry;desks;occasion;came by;revenue | Branche;Plätze;Anlass;Weg;Umsatz"),
      ...rows.map((row) => row.split(";").map(inLanguage).join(";")),
    ].join("\n"),
    hypotheses: "",
    channels: [
      { channel: translate("Search ads | Suchanzeigen"), spend: 4200, contacts: 58, customers: 4 },
      { channel: translate("Recommendations | Empfehlungen"), spend: 600, contacts: 14, customers: 6 },
      { channel: translate("Trade fair | Messe"), spend: 5800, contacts: 41, customers: 1 },
    ],
    budget: 2400,
    orderValue: 14_600,
    margin: 38,
    currency: "EUR",
    countries: [],
    nace: [],
    interviews: true,
  };
}
