import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { currencies } from "../../domain/currencies.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
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
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";

/** The first one stands where nobody knows. */
export const feelings = {
  open: "not known | nicht bekannt",
  minus2: "−2 about to give up | −2 will aufgeben",
  minus1: "−1 annoyed | −1 genervt",
  zero: "0 neutral | 0 neutral",
  plus1: "+1 satisfied | +1 zufrieden",
  plus2: "+2 delighted | +2 begeistert",
} as const satisfies Record<string, Bilingual>;
export type Feeling = keyof typeof feelings;

export const maxStages = 10;

// Stages, numbers and voices are among the given lines of the prompt, each with its id and what was computed of it.
const fields = formOf({
  persona: line("Customer | Kunde", 120, {
    min: 2,
    help: "One person, with a name and role. | Ein Mensch mit Name und Rolle.",
  }),
  about: area("What you know about this person | Was Sie über diesen Menschen wissen", 2000, {
    gap: "What does this customer have to get done, and who decides with them? | Was muss dieser Kunde erledigen, und wer entscheidet mit?",
  }),
  scenario: area("Situation | Situation", 1500, {
    min: 10,
    help: "What starts the journey and how it ends. | Was die Reise auslöst und womit sie endet.",
  }),
  stages: forPrompt(
    table(
      "Stages | Phasen",
      {
        name: line("Stage | Phase", 40, { min: 1 }),
        does: line("What the customer does | Was der Kunde tut", 300),
        touchpoints: line("Touchpoints | Kontaktpunkte", 200),
        feeling: choice("Feeling | Gefühl", feelings, "open"),
        people: field(
          "People who get this far | Menschen, die so weit kommen",
          z.int().min(0).max(100_000_000).nullable().default(null),
          "number",
        ),
        days: amount("Days it takes | Dauer in Tagen"),
        owner: line("Responsible on your side | Zuständig bei Ihnen", 80),
        systems: line("Systems | Systeme", 120),
      },
      maxStages,
      { help: "Leave blank for the usual seven. | Ohne Angabe: die sieben üblichen." },
    ),
    false,
  ),
  funnel: forPrompt(
    area("Numbers per stage, as text | Zahlen je Phase als Text", 8000, {
      isOption: true,
      help: "One line each: stage; people; days. An attached CSV file works too. | Je Zeile: Phase; Menschen; Tage. Eine angehängte CSV-Datei geht auch.",
    }),
    false,
  ),
  periodDays: whole("Days the numbers cover | Tage, für die die Zahlen gelten", [1, 730, 90], {
    isOption: true,
  }),
  value: decimal("Value of one customer | Wert eines Kunden", [0, 1e8, 0], { isOption: true }),
  currency: choice("Currency | Währung", currencies, "EUR", { isOption: true, widget: "select" }),
  paysIn: line("Stage in which they pay | Phase, in der sie bezahlen", 40, {
    isOption: true,
    help: "Leave blank for the last stage with a number. | Ohne Angabe: die letzte Phase mit Zahl.",
  }),
  channels: tags("Channels you have | Ihre Kanäle", 15, {
    longest: 60,
    help: "Shop, phone, newsletter … | Laden, Telefon, Newsletter …",
  }),
  voices: forPrompt(
    area("Quotes, one per line | Kundenstimmen, eine je Zeile", 40_000, {
      rows: 6,
      help: "“Stage: words” assigns a quote to a stage. Attached files count too. | „Phase: Wortlaut“ ordnet eine Stimme einer Phase zu. Angehängte Dateien zählen mit.",
      gap: "What have customers said, word for word? Without quotes, their thoughts are guesses. | Was haben Kunden wörtlich gesagt? Ohne Kundenstimmen bleiben ihre Gedanken Vermutungen.",
    }),
    false,
  ),
  nps: forPrompt(
    line("Answers to “Would you recommend us?”, 0 to 10 | Antworten auf „Würden Sie uns empfehlen?“, 0 bis 10", 2000, {
      isOption: true,
    }),
    false,
  ),
  ideas: area("Ideas so far, one per line | Bisherige Ideen, eine je Zeile", 3000, { isOption: true }),
  goal: line("Figure to change | Zahl, die sich ändern soll", 200, {
    gap: "Which figure should have changed in three months? | Welche Zahl soll in drei Monaten anders sein?",
  }),
});
export type Form = z.output<typeof fields>;

const plain = (text: string): string => text.trim().toLowerCase();

export const form = withRules(fields, ({ stages }) =>
  stages.flatMap(({ name }, index): BrokenRule[] =>
    stages.slice(0, index).some((other) => plain(other.name) === plain(name))
      ? [
          {
            path: ["stages", index, "name"],
            sentence: "{name} is listed twice. | {name} steht zweimal in der Liste.",
            params: { name },
          },
        ]
      : [],
  ),
);

type StageExample = [
  name: Bilingual,
  does: Bilingual,
  touchpoints: Bilingual,
  feeling: Feeling,
  people: number,
  days: number,
  owner: Bilingual | "",
  systems: Bilingual | "",
];

const stages: StageExample[] = [
  [
    "Notices | Merkt auf",
    "collects complaints, searches for causes | sammelt Beschwerden, sucht nach Ursachen",
    "search engine, our guide | Suchmaschine, unser Ratgeber",
    "minus1",
    1900,
    30,
    "Marketing | Marketing",
    "website | Website",
  ],
  [
    "Compares | Vergleicht",
    "reads the guide, compares suppliers | liest den Ratgeber, vergleicht Anbieter",
    "guide, references | Ratgeber, Referenzen",
    "zero",
    240,
    21,
    "Marketing | Marketing",
    "website | Website",
  ],
  [
    "Asks | Fragt an",
    "writes to us, describes the building | schreibt uns, beschreibt das Gebäude",
    "form, phone | Formular, Telefon",
    "minus1",
    62,
    6,
    "Office | Büro",
    "email | E-Mail",
  ],
  [
    "Measuring day | Messtag",
    "goes through the rooms with us | geht mit uns durch die Räume",
    "visit | Termin vor Ort",
    "plus2",
    41,
    12,
    "Jette Harms | Jette Harms",
    "measuring kit | Messkoffer",
  ],
  [
    "Decides | Entscheidet",
    "reads the report, asks her boss and the works council | liest den Bericht, fragt Chef und Betriebsrat",
    "report, offer | Bericht, Angebot",
    "minus2",
    19,
    75,
    "",
    "text file, email | Textdatei, E-Mail",
  ],
  [
    "Fitting | Montage",
    "clears desks, tests the room | räumt Plätze frei, prüft den Raum",
    "visit | Termin vor Ort",
    "plus1",
    18,
    28,
    "Fitters | Montage",
    "planning board | Plantafel",
  ],
  [
    "Recommends | Empfiehlt",
    "tells other managers | erzählt es anderen",
    "none so far | bisher keine",
    "zero",
    5,
    90,
    "",
    "",
  ],
];

const voices: Bilingual[] = [
  "Notices: I had eleven emails about noise in one week and no idea where to begin. | Merkt auf: Ich hatte elf E-Mails wegen Lärm in einer Woche und keine Ahnung, wo ich anfangen soll.",
  "Compares: Everyone sells panels. Nobody tells me whether I need any. | Vergleicht: Alle verkaufen Paneele. Niemand sagt mir, ob ich welche brauche.",
  "Asks: I had to explain our building three times before I got a date. | Fragt an: Ich musste unser Gebäude dreimal erklären, bis ich einen Termin hatte.",
  "Measuring day: She let me hear the difference. Then I understood it. | Messtag: Sie hat mich den Unterschied hören lassen. Da habe ich es verstanden.",
  "Decides: The report is good, but my boss wants one page and a price. | Entscheidet: Der Bericht ist gut, aber mein Chef will eine Seite und einen Preis.",
  "Decides: After the report I heard nothing from you for five weeks. | Entscheidet: Nach dem Bericht habe ich fünf Wochen nichts von Ihnen gehört.",
  "Decides: The works council had questions, and I could not answer them. | Entscheidet: Der Betriebsrat hatte Fragen, und ich konnte sie nicht beantworten.",
  "Fitting: They came before eight and were gone at noon. Great. | Montage: Sie kamen vor acht und waren mittags weg. Klasse.",
  "Recommends: I would tell others, but nobody ever asked me. | Empfiehlt: Ich würde es weitersagen, aber mich hat nie jemand gefragt.",
];

/** From the first complaint to panels that hang: a customer of the firm that measures noise. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const maybe = (text: Bilingual | ""): string => (text === "" ? "" : translate(text));
  return {
    ...company,
    requirementTitle: translate(
      "From the first complaint to a quiet office | Von der ersten Beschwerde zum ruhigen Büro",
    ),
    persona: translate("Katrin Möller, facility manager | Katrin Möller, Facility-Managerin"),
    about: translate(
      "Looks after 140 desks on two floors. Can spend up to 5,000 € on her own; anything above that goes through her boss and the works council. | Betreut 140 Plätze auf zwei Etagen. Entscheidet bis 5.000 € allein, darüber mit Chef und Betriebsrat.",
    ),
    scenario: translate(
      "From the first complaint about noise to panels on the walls and a satisfied boss. | Von der ersten Beschwerde über Lärm bis zu montierten Paneelen und einem zufriedenen Chef.",
    ),
    stages: stages.map(([name, does, touchpoints, feeling, people, days, owner, systems]) => ({
      name: translate(name),
      does: translate(does),
      touchpoints: translate(touchpoints),
      feeling,
      people,
      days,
      owner: maybe(owner),
      systems: maybe(systems),
    })),
    funnel: "",
    periodDays: 90,
    value: 6400,
    currency: "EUR",
    paysIn: translate("Decides | Entscheidet"),
    channels: [
      translate("Guide | Ratgeber"),
      translate("Phone | Telefon"),
      translate("Newsletter | Newsletter"),
      translate("Visit | Termin vor Ort"),
    ],
    voices: voices.map(translate).join("\n"),
    nps: "9, 10, 8, 7, 10, 6, 9, 3, 10, 8, 9, 5",
    ideas: translate("Call every customer after the report | Jeden Kunden nach dem Bericht anrufen"),
    goal: translate("More orders from the same measuring days | Mehr Aufträge aus denselben Messtagen"),
  };
}
