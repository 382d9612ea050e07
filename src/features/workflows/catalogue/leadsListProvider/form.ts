import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { branches, type BranchKey, branchKeys, branchTitles, tagsInWords } from "../../domain/leadBranches.ts";
import { signs } from "../../domain/leadScoring.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { brandt } from "../../kit/exampleFirms.ts";
import {
  area,
  type BrokenRule,
  choice,
  formOf,
  forPrompt,
  line,
  many,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";

export const musts = {
  email: "Email | E-Mail",
  phone: "Phone | Telefon",
  website: "Website | Website",
} as const satisfies Record<string, Bilingual>;
export type Must = keyof typeof musts;

const fields = formOf({
  whatYouSell: area("What you sell | Was Sie anbieten", 1500, { min: 3 }),
  idealCustomer: area("Ideal customer | Idealer Kunde", 1500, {
    gap: "Who are your best customers today, and why do they fit so well? | Wer sind heute Ihre besten Kunden, und was zeichnet sie aus?",
  }),
  branches: many("Industries | Branchen", branchTitles, []),
  otherBranches: tags("Other industries | Andere Branchen", 10, {
    help: "In your own words or as an OpenStreetMap tag, such as shop=boat. | In eigenen Worten oder als OpenStreetMap-Tag, etwa shop=boat.",
  }),
  place: line("Place | Ort", 160, {
    help: "A town, a district or a postcode. | Eine Stadt, ein Stadtteil oder eine Postleitzahl.",
  }),
  reach: choice(
    "Search area | Suchgebiet",
    { radius: "Within a radius | Im Umkreis", whole: "The whole place | Der ganze Ort" },
    "radius",
  ),
  radius: whole("Radius in km | Umkreis in km", [1, 50, 10], { showWhen: { field: "reach", in: ["radius"] } }),
  country: choice("Country | Land", { ...countryNames, none: "Any | Beliebig" }, "none"),
  maxLeads: whole("Maximum leads | Höchstzahl der Leads", [10, 300, 50]),
  mustHave: many("Only with | Nur mit", musts, []),
  fitWords: tags("Words that show a fit | Wörter, die für einen Lead sprechen", 12, {
    help: "We look for these in the listing and on the website, such as “delivery service” or “custom-made”. | Danach suchen wir im Eintrag und auf der Website, etwa „Lieferservice“ oder „Maßanfertigung“.",
  }),
  signals: many("Signals that count | Merkmale, die zählen", signs, []),
  exclude: tags("Exclude names containing | Ohne Namen, die enthalten", 30),
  withChains: toggle("Include chains | Auch Filialketten", false),
  readWebsites: toggle(
    "Look for contact details on company websites | Kontaktdaten auf den Websites der Firmen suchen",
    true,
    {
      showWhen: { field: "research", in: ["web"] },
    },
  ),
  // Lists hold names and addresses of people; what was counted in them is among the given lines.
  industryList: forPrompt(
    area("Your own list | Ihre eigene Liste", 20_000, {
      rows: 6,
      help: "Association members, trade fair exhibitors, an export: one company per line, CSV or vCard. An attached file works too. | Mitglieder eines Verbands, Aussteller einer Messe, ein Export: eine Firma je Zeile, CSV oder vCard. Eine angehängte Datei geht auch.",
    }),
    false,
  ),
  leaveOutOwn: forPrompt(toggle("Leave out my existing leads | Meine vorhandenen Leads weglassen", true), false),
  knownLeads: forPrompt(
    area("Other companies you already have | Weitere Firmen, die Sie schon haben", 20_000, {
      rows: 3,
      help: "Customers to exclude that aren't among your leads: one name per line, or a CSV export. | Kunden, die nicht in die Liste sollen und nicht unter Ihren Leads sind: ein Name je Zeile oder ein CSV-Export.",
      isOption: true,
    }),
    false,
  ),
  companySize: choice(
    "Company size | Firmengröße",
    {
      any: "Any | Beliebig",
      micro: "Up to 9 employees | Bis 9 Personen",
      small: "10 to 49 | 10 bis 49",
      medium: "50 to 249 | 50 bis 249",
      large: "250 or more | Ab 250",
    },
    "any",
    {
      isOption: true,
      help: "Only known for companies in France. | Nur für Firmen in Frankreich bekannt.",
    },
  ),
  workBlocks: toggle(
    "Suggest time in the calendar for every 20 leads | Für je 20 Leads Zeit im Kalender vorschlagen",
    true,
    { isOption: true },
  ),
});

/** Without a list of one's own, leads can come from the web alone. */
const rules = (values: z.output<typeof fields>): BrokenRule[] =>
  values.research === "web" || values.industryList.trim() !== "" || values.attachments.length > 0
    ? []
    : [
        {
          path: ["research"],
          sentence:
            "Choose “web” to search the map, or paste a list of your own | Wählen Sie „Web“, um auf der Karte zu suchen, oder fügen Sie eine eigene Liste ein",
        },
      ];

export const form = withRules(fields, rules);
export type Form = z.output<typeof form>;

/** Trades of the form; with none, those that its title names. */
export const chosenBranches = (form: Form): readonly BranchKey[] => {
  if (form.branches.length > 0 || form.otherBranches.length > 0) return form.branches;
  const named = new Set(tagsInWords(form.requirementTitle));
  return branchKeys.filter((key) => branches[key].tags.some((tag) => named.has(tag)));
};

export const searchesWeb = ({ research, place }: Form): boolean => research === "web" && place.trim().length >= 2;

/** There is a place, and a trade to look for in it. */
export const searchesTrades = (values: Form): boolean =>
  searchesWeb(values) && (chosenBranches(values).length > 0 || values.otherBranches.length > 0);

/** Whether there is anything to find leads in, as far as the form tells: what lists and files hold is read on the server. */
export const hasContext = (values: Form): boolean =>
  searchesTrades(values) || values.industryList.trim() !== "" || values.attachments.length > 0;

const exhibitors = [
  "Company;Industry;Email;Phone;Zip;Town|Firma;Branche;E-Mail;Telefon;PLZ;Ort",
  "Backhaus Morgenrot;bakery|Bäckerei;hallo@morgenrot.example;;04155;Leipzig",
  "Radboten Nordost;;;0341 5550177;04347;Leipzig",
  "MORGENROT GMBH;;hallo@morgenrot.example;;;",
  "Kranich Markthof;grocer|Lebensmittel;leitung@markthof-kranich.example;;04157;Leipzig",
  "Elster-Apotheke;pharmacy|Apotheke;;0341 5550181;04159;Leipzig",
  "Hefe und Söhne;bakery|Bäckerei;stube@hefeundsoehne.example;0341 5550182;04129;Leipzig",
  "Gohliser Blumenhof;florist|Blumen;;0341 5550183;04155;Leipzig",
  "Speisekammer Eutritzsch;grocer|Lebensmittel;kammer@speisekammer-eutritzsch.example;;04129;Leipzig",
  "Möckern Apotheke;pharmacy|Apotheke;info@moeckern-apotheke.example;0341 5550184;04159;Leipzig",
];

/** The workshop for delivery bikes looks for fleets in the north of its town. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = brandt(language);
  const inLanguage = (cell: string): string =>
    cell.includes("|") ? (cell.split("|")[language === "de" ? 1 : 0] ?? cell) : cell;
  const [head = "", ...lines] = exhibitors;
  return {
    ...company,
    research: "web",
    requirementTitle: translate("Fleet leads, Leipzig north | Flotten-Leads, Leipzig Nord"),
    whatYouSell: company.productsPitch,
    idealCustomer: translate(
      "Businesses that deliver by cargo bike every day, have three to forty bikes and lose a delivery run when one is out of action. Kiezkorb and the Lindenapotheke are our best customers. | Betriebe, die jeden Tag mit Lastenrädern ausliefern, drei bis vierzig Räder haben und eine Tour verlieren, wenn eins ausfällt. Kiezkorb und die Lindenapotheke sind unsere besten Kunden.",
    ),
    branches: ["pharmacy", "florist", "supermarket", "bakery"],
    otherBranches: [translate("bike couriers | Kuriere mit Fahrrad")],
    place: "Leipzig-Gohlis",
    reach: "radius",
    radius: 6,
    country: "DE",
    maxLeads: 40,
    mustHave: [],
    fitWords: [translate("delivery | Lieferung"), translate("cargo bike | Lastenrad")],
    signals: ["delivers"],
    companySize: "any",
    exclude: [],
    withChains: false,
    readWebsites: true,
    industryList: [inLanguage(head), ...lines.map((row) => row.split(";").map(inLanguage).join(";"))].join("\n"),
    leaveOutOwn: true,
    knownLeads: "Lindenapotheke\nKiezkorb",
    workBlocks: true,
  };
}
