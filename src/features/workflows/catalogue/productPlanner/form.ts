import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { currencies } from "../../domain/currencies.ts";
import { addDays, mondayOf } from "#src/kit/time/dates.ts";
import type { Kano } from "../../domain/product.ts";
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
  whole,
  withRules,
} from "../../kit/fields.ts";

export const ranks = {
  must: "must | muss",
  should: "should | soll",
  could: "could | kann",
  wont: "not now | jetzt nicht",
} as const satisfies Record<string, Bilingual>;

/** What users say when it is there, and when it is missing. */
export const kanoNames = {
  unknown: "not rated | nicht bewertet",
  basic: "expected | vorausgesetzt",
  performance: "more is better | je mehr, desto besser",
  delight: "delights | begeistert",
  indifferent: "indifferent | egal",
} as const satisfies Record<Kano, Bilingual>;

/** Today's value and the goal stand with the metric: alone, a writer could not tell what they are of. */
function metricLine(metric: string, values: object): string {
  const { metricNow, metricGoal, metricUnit } = values as Pick<Form, "metricNow" | "metricGoal" | "metricUnit">;
  const value = (label: string, given: number | null): string[] =>
    given === null ? [] : [`${label} ${given} ${metricUnit}`.trim()];
  return [metric, ...value("today", metricNow), ...value("goal", metricGoal)].filter(Boolean).join("; ");
}

const fields = formOf({
  product: line("Product | Produkt", 120, { min: 2 }),
  problem: area("Problem | Problem", 3000, {
    min: 10,
    help: "Who suffers from what, how often, and what does it cost? | Wer leidet worunter, wie oft, und was kostet es?",
  }),
  vision: area("Vision | Vision", 1500, {
    gap: "What will users be able to do in two years that they can't do today? | Was können Nutzer in zwei Jahren, was sie heute nicht können?",
  }),
  users: table(
    "Users | Nutzer",
    {
      name: line("Who | Wer", 80, { min: 1 }),
      goal: line("What they want to get done | Was sie erledigen wollen", 300),
    },
    8,
    { gap: "Who uses it, and what do they want to get done? | Wer nutzt es, und was wollen diese Menschen erledigen?" },
  ),
  // Titles, weights and order are among the given lines of the prompt; the numbers behind them are no matter of texts.
  ideas: forPrompt(
    table(
      "Features and ideas | Funktionen und Ideen",
      {
        title: line("Feature | Funktion", 120, { min: 1 }),
        what: line("What it does | Was sie leistet", 300),
        reach: decimal("Reach per quarter | Reichweite je Quartal", [0, 1e7, 0]),
        impact: decimal("Impact 0.25 to 3 | Wirkung 0,25 bis 3", [0, 3, 1]),
        confidence: decimal("Confidence % | Sicherheit %", [0, 100, 50]),
        urgency: decimal("Urgency 0 to 3 | Dringlichkeit 0 bis 3", [0, 3, 1]),
        effort: decimal("Person-weeks | Personenwochen", [0, 500, 0]),
        rank: choice("Weight | Gewicht", ranks, "should"),
        kano: choice("Kano | Kano", kanoNames, "unknown"),
        after: line("Depends on | Setzt voraus", 120),
      },
      40,
      {
        gap: "Which features are candidates, and how many person-weeks does each take? | Welche Funktionen stehen zur Wahl, und wie viele Personenwochen kostet jede?",
      },
    ),
    false,
  ),
  feedback: forPrompt(
    area("Feedback, one comment per line | Rückmeldungen, eine Stimme je Zeile", 40_000, {
      rows: 6,
      help: "Support tickets, interviews, reviews. Attached files count too. | Support, Interviews, Bewertungen. Angehängte Dateien zählen mit.",
      gap: "What have users said, word for word? Five lines are a start. | Was haben Nutzer wörtlich gesagt? Fünf Zeilen genügen für den Anfang.",
    }),
    false,
  ),
  method: choice(
    "Prioritize by | Priorität nach",
    { rice: "RICE | RICE", wsjf: "WSJF | WSJF", moscow: "MoSCoW | MoSCoW", kano: "Kano | Kano" },
    "rice",
  ),
  team: table(
    "Team | Team",
    {
      role: line("Role | Rolle", 80, { min: 1 }),
      people: decimal("People | Personen", [0, 200, 1]),
      share: decimal("Share of time % | Zeitanteil %", [0, 100, 100]),
    },
    20,
    { gap: "Who builds it, and with how much of their time? | Wer baut es, und mit wie viel Zeit?" },
  ),
  focus: forPrompt(
    whole("Time for new work % | Zeit für Neues %", [10, 100, 70], {
      isOption: true,
      help: "The rest goes to support, bugs and meetings. | Der Rest entfällt auf Support, Fehler und Besprechungen.",
    }),
    false,
  ),
  startOn: day("Work starts on | Beginn der Arbeit"),
  quarters: whole("Quarters | Quartale", [1, 8, 2]),
  metric: forPrompt(
    line("Success metric | Erfolgskennzahl", 160, {
      gap: "Which single figure tells you that it works? | An welcher Kennzahl erkennen Sie, dass es wirkt?",
    }),
    metricLine,
  ),
  metricNow: forPrompt(amount("Metric today | Kennzahl heute"), false),
  metricGoal: forPrompt(amount("Target of the metric | Zielwert der Kennzahl"), false),
  metricUnit: forPrompt(line("Unit | Einheit", 20), false),
  weekCost: forPrompt(
    decimal("Cost of a person-week | Kosten je Personenwoche", [0, 100_000, 0], { isOption: true }),
    false,
  ),
  budget: decimal("Budget | Budget", [0, 1e9, 0], { isOption: true }),
  currency: choice("Currency | Währung", currencies, "EUR", { isOption: true, widget: "select" }),
  competitors: area("Alternatives users have | Was Nutzer sonst nehmen", 3000, { isOption: true }),
  constraints: area("Constraints | Vorgaben", 3000, { isOption: true }),
});
export type Form = z.output<typeof fields>;

const named = (text: string): string => text.trim().toLowerCase();

export const form = withRules(fields, ({ ideas }) =>
  ideas.flatMap(({ title, after }, index): BrokenRule[] => {
    const isTwice = ideas.slice(0, index).some((other) => named(other.title) === named(title));
    return [
      ...(isTwice
        ? [
            {
              path: ["ideas", index, "title"],
              sentence: "{title} is listed twice. | {title} steht zweimal in der Liste." as const,
              params: { title },
            },
          ]
        : []),
      ...(named(after) === named(title)
        ? [
            {
              path: ["ideas", index, "after"],
              sentence:
                "A feature can't depend on itself. | Eine Funktion kann sich nicht selbst voraussetzen." as const,
            },
          ]
        : []),
    ];
  }),
);

type Weights = readonly [reach: number, impact: number, confidence: number, urgency: number, effort: number];

/** The next product of the firm that measures noise. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const live: Bilingual = "Live level of each room | Live-Pegel je Raum";
  const idea = (
    title: Bilingual,
    what: Bilingual,
    [reach, impact, confidence, urgency, effort]: Weights,
    rank: keyof typeof ranks,
    after?: Bilingual,
  ): Form["ideas"][number] => ({
    title: translate(title),
    what: translate(what),
    reach,
    impact,
    confidence,
    urgency,
    effort,
    rank,
    kano: "unknown",
    after: after ? translate(after) : "",
  });
  const voices: Bilingual[] = [
    "We argue about noise every week and nobody has a number. (facility manager, 120 desks) | Wir streiten jede Woche über Lärm, und niemand hat eine Zahl. (Facility-Management, 120 Plätze)",
    "After the panels were up, my boss asked what they had changed. I could only shrug. | Als die Paneele hingen, fragte mein Chef, was sie verändert haben. Ich konnte nur mit den Schultern zucken.",
    "I want to see the level of a room before I move a team there. | Ich will den Pegel eines Raums sehen, bevor ich ein Team dorthin setze.",
    "Does the thing record what we say? Then it’s not going up in my office. (works council) | Nimmt das Ding auf, was wir sagen? Dann kommt es bei uns nicht an die Wand. (Betriebsrat)",
    "A report once a week is enough, I won’t open yet another app. | Ein Bericht pro Woche reicht, noch eine App öffne ich nicht.",
    "Tell me when it is too loud, not when it is quiet. | Melden Sie sich, wenn es zu laut ist, nicht wenn Ruhe herrscht.",
    "Batteries: nobody here will climb a ladder every month. | Batterien: Hier steigt niemand jeden Monat auf eine Leiter.",
    "We compared before and after with phone apps, and each showed something different. | Vorher und nachher haben wir mit Handy-Apps verglichen, jede zeigte etwas anderes.",
    "The works council wants it in writing that no speech is stored. | Der Betriebsrat will es schriftlich haben, dass keine Sprache gespeichert wird.",
    "Who changes the batteries, you or us? | Wer wechselt die Batterien, Sie oder wir?",
  ];
  return {
    ...company,
    requirementTitle: translate("Klangraum Live: plan for two quarters | Klangraum Live: Plan für zwei Quartale"),
    product: "Klangraum Live",
    problem: translate(
      "We measure a room for one day and leave. Nobody knows what happens in the weeks that follow: 19 of 24 customers ask for proof once the panels are up, and we drive there again for free, about 6 hours each time. | Wir messen einen Raum einen Tag lang und fahren wieder. Was in den Wochen danach geschieht, weiß niemand: 19 von 24 Kunden wollen nach der Montage einen Nachweis, und wir fahren kostenlos noch einmal hin, jedes Mal rund 6 Stunden.",
    ),
    vision: translate(
      "A small sensor constantly shows how loud a room is, without hearing a word, and proves what a change has achieved. | Ein kleiner Sensor zeigt laufend, wie laut ein Raum ist, ohne ein Wort zu hören, und belegt, was eine Änderung gebracht hat.",
    ),
    users: (
      [
        [
          "Facility manager | Facility-Management",
          "decide where panels go and prove that they help | entscheiden, wo Paneele hinkommen, und belegen, dass sie helfen",
        ],
        ["Team lead | Teamleitung", "find a quiet room for the team | einen ruhigen Raum fürs Team finden"],
        [
          "Works council | Betriebsrat",
          "be sure that nobody is being overheard | sicher sein, dass niemand abgehört wird",
        ],
      ] satisfies [Bilingual, Bilingual][]
    ).map(([name, goal]) => ({ name: translate(name), goal: translate(goal) })),
    ideas: [
      idea(
        live,
        "Sensor sends the level, the web page shows it room by room | Sensor sendet den Pegel, die Webseite zeigt ihn Raum für Raum",
        [24, 2, 80, 3, 8],
        "must",
      ),
      idea(
        "Weekly report | Wochenbericht",
        "Email with the loudest hours | E-Mail mit den lautesten Stunden",
        [24, 1, 90, 1, 3],
        "must",
        live,
      ),
      idea(
        "Before and after | Vorher-Nachher-Vergleich",
        "Compares two periods on a printable page | Vergleicht zwei Zeiträume auf einer druckbaren Seite",
        [20, 3, 70, 3, 6],
        "must",
        live,
      ),
      idea(
        "Proof that no speech is stored | Nachweis: keine Sprachaufnahme",
        "Level computed in the sensor, data sheet for the works council | Pegel wird im Sensor berechnet, Datenblatt für den Betriebsrat",
        [24, 2, 90, 3, 2],
        "must",
      ),
      idea(
        "Alert when it is too loud | Meldung bei zu viel Lärm",
        "Message after 15 minutes above the limit | Nachricht nach 15 Minuten über dem Grenzwert",
        [18, 1, 60, 1, 4],
        "should",
        live,
      ),
      idea(
        "Floor plan in colours | Grundriss in Farben",
        "Rooms coloured by level | Räume nach Pegel eingefärbt",
        [15, 1, 50, 0, 9],
        "could",
        live,
      ),
      idea(
        "Export for facility software | Export für Facility-Software",
        "Hourly values as a file | Stundenwerte als Datei",
        [8, 0.5, 50, 0, 5],
        "could",
        live,
      ),
      idea("Who is loud? | Wer ist laut?", "Tells voices apart | Unterscheidet Stimmen", [4, 1, 20, 0, 12], "wont"),
    ],
    feedback: voices.map(translate).join("\n"),
    method: "rice",
    team: [
      { role: "Software", people: 2, share: 100 },
      { role: translate("Electronics | Elektronik"), people: 1, share: 60 },
      { role: translate("Design | Gestaltung"), people: 1, share: 50 },
    ],
    focus: 70,
    startOn: mondayOf(addDays(today, 56)),
    quarters: 2,
    metric: translate(
      "Customers who order panels within three months of measuring | Kunden, die binnen drei Monaten nach der Messung Paneele bestellen",
    ),
    metricNow: 20,
    metricGoal: 35,
    metricUnit: "%",
    weekCost: 2400,
    budget: 100_000,
    currency: "EUR",
    competitors: translate(
      "Phone apps (free, not calibrated); a second measuring day (890 €); doing nothing. | Handy-Apps (kostenlos, nicht kalibriert); ein zweiter Messtag (890 €); nichts tun.",
    ),
    constraints: translate(
      "No sound leaves the sensor. Works councils must be able to check this. | Kein Ton verlässt den Sensor. Betriebsräte müssen das prüfen können.",
    ),
  };
}
