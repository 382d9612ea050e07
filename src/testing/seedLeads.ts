import type { NewInsight } from "#src/features/insights/contract.ts";
import { type LeadStage, leadStage, type NewLead } from "#src/features/leads/contract.ts";
import { dayAfter } from "./seedData.ts";

/*
 * Leads of the workshop: fleets, shops and households around Freiburg, all invented. One line each: company, contact,
 * place, branch, stage, score, days since the last contact, next step with its day from today, what is known (m mail,
 * p phone, w website, x do not contact). A dash stands for nothing.
 */
const rows = `
Paketwerk Breisgau GmbH | Sina Kaltenbach | Freiburg | Courier | meeting | 91 | 2 | Demo day with two bikes @4 | mpw
Kiezkorb Lieferservice | Deniz Aydın | Freiburg | Food delivery | offer | 88 | 3 | Send the offer for six bikes @1 | mpw
Stadtwerk Logistik AG | Henrike von Maltzahn | Freiburg | City services | contacted | 86 | 0 | First call @0 | mpw
Grünfracht eG | Paul Sommerfeld | Emmendingen | Courier | contacted | 81 | 6 | Answer on loan bikes @5 | mw
Apothekenkurier Südbaden | Tamara Wilke | Freiburg | Pharmacy | contacted | 79 | 13 | Call again @2 | mp
Leihrad Campus | Mirko Petzold | Offenburg | Rental | new | 77 | - | First letter - | mw
Blumen Reichenbach | Ute Reichenbach | Freiburg | Florist | contacted | 74 | 8 | Wait for the reply @6 | mp
Velofix Kurierkollektiv | Ana Ribeiro | Freiburg | Courier | meeting | 72 | 7 | Visit the workshop @11 | mpw
Bäckerei Thonberg | Lars Uhlig | Kirchzarten | Bakery | new | 70 | - | First letter - | pw
Frischebox Oberrhein | Katharina Brügge-Sander | Breisach | Food delivery | contacted | 69 | 21 | Call again @1 | mpw
Nordstern Dokumentendienst | Igor Lehmann | Freiburg | Courier | new | 66 | - | First letter - | m
Wäscherei Plagwitz | Bettina Karl | Denzlingen | Laundry | contacted | 64 | 15 | Send the fleet report @3 | mp
Radpost Dreisamtal | Olaf Wende | Kirchzarten | Courier | new | 63 | - | First letter - | w
Medilog Labortransport | Dr. Femke Janssen | Freiburg | Laboratory | contacted | 62 | 26 | Call again @-2 | mpw
Hofladen Zwenkau | Jana Böhme | Staufen | Farm shop | new | 61 | - | First letter - | p
Zeitungsvertrieb Süd | Marco Thiele | Freiburg | Press | new | 60 | - | First letter - | mp
Tischlerei Auerbach | Nils Auerbach | Freiburg | Trades | won | 95 | 5 | Hand over both bikes @9 | mpw
Elektro Vogt & Söhne | Birgit Vogt | Gundelfingen | Trades | won | 90 | 12 | Service plan, second year @20 | mpw
Kita Sonnenwinkel | Carla Menke | Freiburg | Day-care | offer | 84 | 4 | Call back: service plan @1 | mp
Hausgemeinschaft Vauban 12 | Joris de Wit | Freiburg | Housing | won | 82 | 30 | Ask for a picture @14 | m
Schornsteinfeger Kuhn | Matthias Kuhn | Waldkirch | Trades | meeting | 76 | 9 | Test ride with the ladder @8 | mp
Malerbetrieb Farbton | Selma Öztürk | Freiburg | Trades | offer | 75 | 17 | Follow up on the offer @-1 | mpw
Pflegedienst Dreiland | Schwester Ingeborg Albrecht | Weil am Rhein | Care | contacted | 73 | 19 | Send two references @2 | mp
Gartenbau Löffler | Hanno Löffler | Merzhausen | Landscaping | meeting | 71 | 5 | Measure the tool box @6 | mpw
Universitätsklinikum, Hauspost | Renate Feil | Freiburg | Hospital | contacted | 68 | 33 | Find the person for tenders @7 | mw
Weinhandlung Rebstock | Florian Rebstock | Ihringen | Retail | new | 67 | - | First letter - | mpw
Buchhandlung Jos Fritz Erben | Meike Sandner | Freiburg | Retail | contacted | 65 | 10 | Price for a rental month @4 | m
Druckerei Kandel | Aurel Popescu | Waldkirch | Print | new | 62 | - | First letter - | pw
Foodsharing Freiburg e. V. | Lea Marquardt | Freiburg | Association | lost | 58 | 44 | - | m
Umzüge Rolf Maier | Rolf Maier | Teningen | Moving | lost | 35 | 61 | - | p
Eismanufaktur Limette | Giulia Ferrari | Freiburg | Food | meeting | 78 | 1 | Cooling box: bring the drawing @3 | mpw
Konditorei Gmeiner Nachfolge | Theo Gmeiner | Offenburg | Bakery | new | 57 | - | First letter - | -
Holzwerkstatt Wiehre | Clemens Ehrhardt | Freiburg | Trades | contacted | 70 | 4 | Talk about a loan bike @2 | mp
Stadtbibliothek Emmendingen | Doris Pfau | Emmendingen | Public | contacted | 59 | 29 | Ask again in December @12 | mw
Solarteam Breisgau | Yusuf Kaya | March | Trades | offer | 83 | 6 | Answer on leasing @2 | mpw
Kaffeerösterei Schwarzwild | Anouk Steiner | Freiburg | Food | won | 87 | 11 | Service in spring @90 | mpw
Familie Hartmann | Jule Hartmann | Freiburg | Family | won | 80 | 16 | Brake check @18 | mp
Familie Nguyen-Becker | Minh Nguyen-Becker | Denzlingen | Family | offer | 77 | 8 | Fitting with both children @5 | m
Familie Osterkamp | Tjark Osterkamp | Gundelfingen | Family | meeting | 69 | 3 | Test ride on Saturday @6 | mp
Familie Zimmermann | Eva Zimmermann | Freiburg | Family | new | 55 | - | First letter - | m
Wohngruppe Rieselfeld | Samuel Okafor | Freiburg | Housing | contacted | 66 | 12 | Show sharing for twelve flats @9 | mp
Hotel Schauinsland | Viktoria Lang | Horben | Hotel | new | 64 | - | First letter - | mpw
Jugendherberge Titisee | Uwe Brandstetter | Titisee-Neustadt | Hotel | contacted | 52 | 38 | Call again @-5 | mpw
Reinigung Blitzblank | Svetlana Ivanova | Freiburg | Cleaning | meeting | 74 | 2 | Count routes and stops @4 | mp
Hausmeisterdienst Ettlin | Roland Ettlin | Bad Krozingen | Trades | new | 58 | - | First letter - | p
Schlosserei Metzger | Armin Metzger | Freiburg | Trades | lost | 41 | 72 | - | mp
Physiotherapie am Seepark | Nora Winkler | Freiburg | Care | contacted | 63 | 7 | Send the leasing figures @3 | mp
Hebammenpraxis Geborgen | Luisa Conti | Freiburg | Care | won | 85 | 20 | Second bike in March @100 | mpw
Tierarztpraxis Dr. Rombach | Dr. Silke Rombach | Stegen | Care | new | 54 | - | First letter - | mw
Fahrschule Vorfahrt | Kerem Demir | Freiburg | School | lost | 22 | 50 | - | mx
Markthalle Freiburg, Stand 14 | Rosa Delgado | Freiburg | Food | contacted | 71 | 5 | Lunch at the stand @1 | p
Käserei Münstertal | Ambros Gutmann | Münstertal | Food | new | 60 | - | First letter - | mp
Brennholz Schneider | Egon Schneider | Glottertal | Trades | lost | 18 | 95 | - | p
Musikschule Klangraum | Friederike Thoma | Freiburg | School | new | 49 | - | First letter - | mw
Cellokurier Hellwig | Benedikt Hellwig | Freiburg | Courier | meeting | 67 | 4 | Try the long box @7 | mp
Stadtteilauto Südwest | Ricarda Engel | Freiburg | Rental | offer | 89 | 1 | Contract for eight bikes @3 | mpw
Unverpackt Wiehre | Hannah Fricke | Freiburg | Retail | contacted | 72 | 14 | Visit with the tall box @8 | mpw
Ökokiste Kaiserstuhl | Leonhard Bürgin | Endingen | Food delivery | contacted | 80 | 9 | Route of forty stops @5 | mpw
Bestattungen Ruhe | Konrad Ruhe | Freiburg | Services | new | - | - | - | -
Gebäude- und Grundstücksverwaltungsgesellschaft Breisgau-Hochschwarzwald mbH | Maximiliane Freifrau von Schauenburg | Titisee-Neustadt | Housing | contacted | 56 | 18 | Appointment with the caretakers of all eleven houses @10 | mpw
Nachtexpress Regio | Pawel Nowak | Lahr | Courier | lost | 44 | 57 | - | mx
`;

const hourOf = (day: string): string => `${day}T09:30:00.000Z`;

/** `Bäckerei Thonberg` → `baeckerei-thonberg.example`, which belongs to nobody. */
function domainOf(name: string): string {
  const spelled = name.toLowerCase().replace(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? "ss");
  const plain = spelled.normalize("NFD").replace(/[^a-z0-9]+/g, "-");
  return `${plain
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "")}.example`;
}

/** Fields of a lead that the seed gives; the rest is the contract's. */
export type SeedLead = Pick<NewLead, "name"> & Partial<NewLead>;

/** Some 60 leads of all stages, with and without mail, phone, website, score and contact. */
export function seedLeads(today: string): SeedLead[] {
  return rows
    .trim()
    .split("\n")
    .map((line, at) => {
      const [name = "", contact = "", city = "", category = "", stage, score, quiet, step = "-", known = "-"] = line
        .split("|")
        .map((part) => part.trim());
      const [words = "", day] = step.split("@").map((part) => part.trim());
      const domain = domainOf(name);
      const has = (letter: string): boolean => known.includes(letter);
      const isFamily = category === "Family";
      return {
        name,
        kind: isFamily ? "person" : "org",
        contact,
        category,
        address: { street: "", zip: "", city, country: "DE" },
        stage: stageOf(stage),
        score: score === "-" ? null : Number(score),
        email: has("m") ? [`${isFamily ? "familie" : "hallo"}@${domain}`] : [],
        phone: has("p") ? [`+49 761 555 0${String(100 + at)}`] : [],
        website: has("w") ? `https://${domain}` : null,
        lastContactAt: quiet === "-" ? null : hourOf(dayAfter(today, -Number(quiet))),
        nextStep: words === "-" ? "" : words.replace(/ -$/, ""),
        nextStepOn: day === undefined ? null : dayAfter(today, Number(day)),
        legalBasis: stage === "won" ? "existingCustomer" : has("m") && stage !== "new" ? "legitimateInterest" : "none",
        doNotContact: has("x"),
        tags: [isFamily ? "family" : "fleet", ...(at % 7 === 0 ? ["autumn fair"] : [])],
        owner: "Mara Brandt",
        notes: at % 5 === 0 ? "Met at the autumn fair. Wants figures, no brochure." : "",
      };
    });
}

const stageOf = (value: string | undefined): LeadStage => leadStage.parse(value);

/** An insight by the name of its lead; the seed puts the id in. */
export type SeedInsight = Partial<Omit<NewInsight, "leadId">> & { lead: string };

/** Messages to leads in every state, one of them in German. */
export const seedInsights: readonly SeedInsight[] = [
  {
    lead: "Paketwerk Breisgau GmbH",
    status: "replied",
    subject: "Two bikes for your demo day",
    message:
      "Dear Ms Kaltenbach,\n\nyour page says that 31 of your 40 vans leave half empty after two in the afternoon. We would bring two cargo bikes on Thursday and let your drivers ride the inner-city round.\n\nMara Brandt",
    facts: [
      {
        text: "31 of 40 vans leave half empty in the afternoon.",
        quote: "After 2 pm, 31 of our 40 vehicles run at less than half load.",
        url: "https://paketwerk-breisgau-gmbh.example/report",
      },
      { text: "A depot in the old town opens in spring.", quote: "", url: null },
    ],
    painHypotheses: ["Parking in the old town takes longer than the drop."],
    fitScore: 91,
    fitReasons: ["Short rounds", "A depot inside the ring road"],
    followUps: [{ afterDays: 6, subject: "Your drivers' round", message: "Did Thursday suit your drivers?" }],
    bestTime: "Tuesday to Thursday, before ten",
  },
  {
    lead: "Kiezkorb Lieferservice",
    status: "sent",
    subject: "Six bikes, one service plan",
    message:
      "Dear Mr Aydın,\n\nyou asked what six bikes cost with service. The offer is attached: the price holds until the end of the month, and a loan bike stands ready when one is in the workshop.\n\nMara Brandt",
    facts: [{ text: "Six riders start in January.", quote: "", url: null }],
    painHypotheses: ["A bike that stands still costs a shift."],
    fitScore: 88,
    fitReasons: ["Asked for an offer"],
    followUps: [
      { afterDays: 4, subject: "One question on the offer", message: "Is the delivery date the open point?" },
      { afterDays: 9, subject: "Loan bike", message: "The loan bike is free from Monday." },
    ],
  },
  {
    lead: "Stadtwerk Logistik AG",
    status: "approved",
    channel: "phone",
    subject: "",
    message: "",
    callScript:
      "You run eleven tours inside the ring road. May I ask how many of them carry less than 100 kg?\n\nIf more than three: offer a week with a loan bike.",
    facts: [{ text: "Eleven tours inside the ring road.", quote: "Elf Touren in der Innenstadt", url: null }],
    fitScore: 86,
    fitReasons: ["Public goal: no new vans from 2028"],
    bestTime: "Monday, 10:30",
  },
  {
    lead: "Grünfracht eG",
    status: "draft",
    subject: "Loan bikes for the cooperative",
    message:
      "Dear Mr Sommerfeld,\n\na cooperative decides together, so here is something to decide about: two loan bikes for four weeks, serviced by us, returned without a reason.\n\nMara Brandt",
    fitScore: 81,
    fitReasons: ["Members vote in December"],
  },
  {
    lead: "Apothekenkurier Südbaden",
    status: "bounced",
    subject: "Medicine through the old town",
    message: "Dear Ms Wilke,\n\nhow long does a drop in the old town take you today?\n\nMara Brandt",
    fitScore: 79,
  },
  {
    lead: "Ökokiste Kaiserstuhl",
    status: "draft",
    language: "de",
    subject: "Vierzig Stopps ohne Parkplatzsuche",
    message:
      "Guten Tag Herr Bürgin,\n\nvierzig Stopps am Tag sind auf dem Rad vier Stunden. Wir fahren Ihre Route gern einmal mit und zählen mit.\n\nMara Brandt",
    painHypotheses: ["Die Suche nach einem Parkplatz dauert länger als die Übergabe."],
    fitScore: 80,
    fitReasons: ["Kurze Wege", "Feste Route"],
  },
  {
    lead: "Fahrschule Vorfahrt",
    status: "unsubscribed",
    subject: "A cargo bike for the theory lesson",
    message: "Dear Mr Demir,\n\nmay we show your learners how a loaded bike brakes?\n\nMara Brandt",
    fitScore: 22,
  },
];
