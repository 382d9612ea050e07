import { z } from "zod";
import { platforms } from "#src/features/outcomes/rules.ts";
import { type AppLanguage, webAddress } from "#src/kit/schemas.ts";
import { notesOf } from "../../domain/article.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { oneLine } from "../../domain/wording.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  address,
  area,
  type BrokenRule,
  choice,
  codes,
  forPrompt,
  formOf,
  line,
  optionalDay,
  tags,
  toggle,
  withRules,
} from "../../kit/fields.ts";
import { sharedFields, ui } from "../commonForm.ts";

export const articleFormats = {
  howTo: "How-to | Anleitung",
  list: "List | Liste",
  opinion: "Opinion | Meinung",
  comparison: "Comparison | Vergleich",
  news: "News | Neuigkeit",
} as const;

const intents = {
  inform: "Learn | Verstehen",
  compare: "Compare | Vergleichen",
  decide: "Decide | Entscheiden",
  solve: "Solve | Lösen",
} as const;

/** Fewest characters of own experience: a sentence. An article without any is what everyone else has already. */
const minNotes = 40;
/** Last day of publication: the review follows half a year later, and records end with the year 2200. */
const lastDay = "2199-12-31";

const option = { isOption: true } as const;
const onWeb = { showWhen: { field: "research", in: ["web"] } };

/** Notes as a writer gets them: numbered, without those that may not be printed. */
const printableNotes = (text: string, { goalLanguage }: { goalLanguage: string }): string =>
  notesOf(text, goalLanguage)
    .filter(({ flag }) => flag === null)
    .map((note) => `\n${note.id}${note.under ? ` (${note.under})` : ""}: ${note.text}`)
    .join("");

const fields = formOf({
  topic: line("Topic | Thema", 200, {
    min: 3,
    help: "What the article is about, in one line. | Worum es im Artikel geht, in einer Zeile.",
    placeholder: "Meeting notes that people actually read | Protokolle, die wirklich gelesen werden",
  }),
  experienceNotes: forPrompt(
    area("Your own experience | Eigene Erfahrung", 12_000, {
      min: minNotes,
      rows: 8,
      help: "What you did, saw, measured and got wrong, one thing per line. Lines that are uncertain, internal or name a person stay out of the article. | Was Sie getan, gesehen, gemessen und falsch gemacht haben, ein Punkt je Zeile. Zeilen, die unsicher oder intern sind oder eine Person nennen, kommen nicht in den Artikel.",
      placeholder:
        "In April we counted: of 24 sets of notes only 5 had been opened | Im April haben wir gezählt: Von 24 Protokollen wurden nur 5 geöffnet",
    }),
    printableNotes,
  ),
  articleFormat: choice("Format | Format", articleFormats, "howTo"),
  intent: choice("Search intent | Suchabsicht", intents, "inform"),
  primaryKeyword: line("Primary keyword | Wichtigstes Suchwort", 80, {
    help: "What people type to find the article. | Was Menschen eingeben, um den Artikel zu finden.",
    gap: "Which words would someone type to find this article? | Mit welchen Worten würde jemand diesen Artikel suchen?",
  }),
  secondaryKeywords: tags("Secondary keywords | Weitere Suchwörter", 12, {
    longest: 80,
    help: "Up to 12. | Bis zu 12.",
  }),
  audience: line("Readers | Leser", 200, {
    help: "Who they are and what they do. | Wer sie sind und was sie tun.",
    gap: "Who is searching for this, and what are they about to do? | Wer sucht danach, und was haben diese Menschen gerade vor?",
  }),
  angle: line("Angle | Blickwinkel", 400, {
    help: "What you say that others don't. | Was Sie sagen und andere nicht.",
    gap: "What do you claim that a colleague might dispute? | Was behaupten Sie, dem jemand aus Ihrem Fach widersprechen könnte?",
  }),
  questions: area("Questions your readers ask | Fragen Ihrer Leser", 2000, {
    help: "One per line, in their words. | Eine je Zeile, in den Worten Ihrer Leser.",
  }),
  length: forPrompt(
    z
      .int()
      .min(300)
      .max(3000)
      .default(900)
      .meta({
        ...ui({ widget: "number", group: "main" }),
        words: { label: "Length in words | Länge in Wörtern", help: "300 to 3,000. | 300 bis 3.000." },
      }),
    false,
  ),
  // The choice of what is read precedes the addresses that depend on it.
  research: sharedFields.research,
  attachments: sharedFields.attachments,
  sourceUrls: forPrompt(
    z
      .array(webAddress)
      .max(8)
      .default([])
      .meta({
        ...ui({ widget: "tags", group: "main", ...onWeb }),
        words: {
          label: "Sources | Quellen",
          help: "Up to 8 web addresses, read before the run. | Bis zu 8 Webadressen, vor dem Lauf gelesen.",
          placeholder: "https:// | https://",
        },
      }),
    false,
  ),
  sitemapUrl: forPrompt(
    address("Sitemap | Sitemap", {
      ...onWeb,
      help: "For links to your own pages. | Für Links auf Ihre eigenen Seiten.",
      placeholder: "https://example.org/sitemap.xml | https://example.org/sitemap.xml",
    }),
    false,
  ),
  publishOn: optionalDay("Publish on | Veröffentlichen am", {
    help: "At 09:00. Leave blank for seven days after the run. | Um 09:00. Ohne Angabe: sieben Tage nach dem Lauf.",
  }),
  teaserPlatforms: forPrompt(
    codes("Teasers for | Teaser für", platforms, ["LinkedIn"], {
      optionsKey: "platforms",
      fromSettings: "application.defaultSocialMediaPlatforms",
      help: "One per day after publication. | Einer je Tag nach der Veröffentlichung.",
    }),
    false,
  ),
  faq: forPrompt(
    toggle("Questions and answers | Fragen und Antworten", true, {
      help: "Three to six, with data for search engines. | Drei bis sechs, mit Daten für Suchmaschinen.",
    }),
    false,
  ),
  outline: area("Your own outline | Eigene Gliederung", 4000, {
    ...option,
    rows: 5,
    help: "One heading per line. Leave blank to use your notes. | Eine Überschrift je Zeile. Ohne Angabe entsteht sie aus Ihren Notizen.",
  }),
  callToAction: line("Call to action | Handlungsaufforderung", 300, {
    ...option,
    help: "What readers should do at the end. | Was Leser am Ende tun sollen.",
    gap: "What should readers do after the last line? | Was sollen Leser nach der letzten Zeile tun?",
  }),
  author: line("Author | Autor", 120, option),
  approver: forPrompt(line("Approved by | Freigabe durch", 120, option), false),
  country: forPrompt(
    choice("Country | Land", countryNames, "none", {
      ...option,
      help: "We point out its public holidays. | Wir weisen auf Feiertage hin.",
    }),
    false,
  ),
});

const fold = (value: string): string => oneLine(value.normalize("NFC")).toLowerCase();
/** Indexes of values that stand further up as well. */
const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

export const form = withRules(
  fields,
  ({ primaryKeyword, secondaryKeywords, sourceUrls, teaserPlatforms, publishOn }) => {
    const own = fold(primaryKeyword);
    const related = secondaryKeywords.map(fold);
    const twice = new Set([...repeated(related), ...related.flatMap((term, at) => (term === own ? [at] : []))]);
    return [
      ...[...twice].map((at): BrokenRule => ({
        path: ["secondaryKeywords", at],
        sentence: "{keyword} is listed twice. | {keyword} steht zweimal in der Liste.",
        params: { keyword: secondaryKeywords[at]?.trim() ?? "" },
      })),
      ...repeated(sourceUrls).map((at): BrokenRule => ({
        path: ["sourceUrls", at],
        sentence: "This address is listed twice. | Diese Adresse steht zweimal in der Liste.",
      })),
      ...(repeated(teaserPlatforms).length > 0
        ? [
            {
              path: ["teaserPlatforms"],
              sentence: "A network is listed twice. | Ein Netzwerk steht zweimal in der Liste.",
            } satisfies BrokenRule,
          ]
        : []),
      ...(publishOn > lastDay
        ? [
            {
              path: ["publishOn"],
              sentence: "Choose a day before the year 2200. | Wählen Sie einen Tag vor dem Jahr 2200.",
            } satisfies BrokenRule,
          ]
        : []),
    ];
  },
);
export type Form = z.output<typeof form>;

/** An article of the firm that measures noise. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate("Article: echo in meeting rooms | Artikel: Hall im Besprechungsraum"),
    topic: translate(
      "Echo in the meeting room: what helps before you buy microphones | Hall im Besprechungsraum: was hilft, bevor Sie Mikrofone kaufen",
    ),
    experienceNotes: exampleNotes[language === "de" ? "de" : "en"].join("\n"),
    articleFormat: "howTo",
    intent: "solve",
    angle: translate(
      "A bad video call is a problem of the room, not of the microphone. | Eine schlechte Videokonferenz liegt am Raum, nicht am Mikrofon.",
    ),
    audience: translate(
      "Office managers of firms with 20 to 200 people who are about to order new conference equipment | Office-Management in Firmen mit 20 bis 200 Leuten, kurz vor der Bestellung neuer Konferenztechnik",
    ),
    questions: translate(
      "Does carpet help against echo?\nHow much absorber does a meeting room need?\nCan I test the room without a meter? | Hilft Teppich gegen Hall?\nWie viel Absorber braucht ein Besprechungsraum?\nKann ich den Raum ohne Messgerät prüfen?",
    ),
    primaryKeyword: translate("meeting room echo | Hall im Besprechungsraum"),
    secondaryKeywords:
      language === "de" ? ["Nachhall", "Absorber", "Flatterecho"] : ["reverberation", "absorber", "flutter"],
    length: 600,
    sourceUrls: [],
    sitemapUrl: "",
    publishOn: addDays(today, 18),
    callToAction: translate(
      "Book a measuring day: you get a report with the area you need, for 890 €. | Buchen Sie einen Messtag: Sie erhalten einen Bericht mit der nötigen Fläche, für 890 €.",
    ),
    teaserPlatforms: ["LinkedIn", "X (Twitter)"],
    faq: true,
    outline: "",
    author: "Jette Harms",
    approver: "Ole Brandt",
    country: "DE",
  };
}

const exampleNotes = {
  en: [
    "Since 2024 we have measured 41 rooms. 29 of them had more than 0.8 s of reverberation.",
    "Worst are meeting rooms: glass on two sides, bare ceiling, a table of 4 m.",
    "Callers blame the microphone. A microphone picks up the room with the voice, a better one picks up more of both.",
    "Case in Altona: room of 28 m², ceiling 2.8 m, six seats. They had bought three microphones for 2,400 €, callers still asked twice.",
    "We measured 1.1 s there in March. Half a day of work, 11 m² of absorber under the ceiling, 1,450 € with fitting. Afterwards 0.5 s.",
    "Test without a meter: put the phone at the far end of the table, record 30 seconds of speech, listen with headphones. If you hear the room after each sentence, it is the room.",
    "Our order: ceiling first, then the wall opposite the screen, curtains last.",
    "Carpet takes only the high tones. The room sounds duller and still booms.",
    "Our mistake in 2019: all panels on one wall. Between the two bare walls the flutter stayed. Since then always two surfaces that do not face each other.",
    "Rule of thumb for the first order: absorber for 30 to 40 % of the floor area. In Altona 11 of 28 m², that is 39 %.",
    "Foam from the internet, 2 cm thick: took nothing below the high tones, they threw it away after a week.",
    "DIN 18041 has target values by volume and use, I think 0.6 s for this size, check before printing.",
    "Ms Petersen from Altona said callers no longer ask twice.",
  ],
  de: [
    "Seit 2024 haben wir 41 Räume gemessen. 29 davon hatten mehr als 0,8 s Nachhall.",
    "Am schlimmsten sind Besprechungsräume: Glas auf zwei Seiten, nackte Decke, ein Tisch von 4 m.",
    "Angerufene schimpfen auf das Mikrofon. Ein Mikrofon nimmt mit der Stimme den Raum auf, ein besseres nimmt von beidem mehr auf.",
    "Fall in Altona: Raum mit 28 m², Decke 2,8 m, sechs Plätze. Drei Mikrofone für 2.400 € gekauft, Gesprächspartner fragten weiter nach.",
    "Im März haben wir dort 1,1 s gemessen. Ein halber Tag Arbeit, 11 m² Absorber unter der Decke, 1.450 € mit Montage. Danach 0,5 s.",
    "Test ohne Messgerät: Handy ans andere Tischende legen, 30 Sekunden Sprache aufnehmen, mit Kopfhörern anhören. Wer nach jedem Satz den Raum hört, hat ein Raumproblem.",
    "Unsere Reihenfolge: zuerst die Decke, dann die Wand gegenüber dem Bildschirm, Vorhänge zuletzt.",
    "Teppich schluckt nur die hohen Töne. Der Raum klingt dumpfer und dröhnt weiter.",
    "Unser Fehler 2019: alle Paneele an eine Wand. Zwischen den zwei kahlen Wänden blieb das Flatterecho. Seitdem immer zwei Flächen, die sich nicht gegenüberliegen.",
    "Faustregel für die erste Bestellung: Absorber auf 30 bis 40 % der Grundfläche. In Altona 11 von 28 m², also 39 %.",
    "Schaumstoff aus dem Internet, 2 cm dick: wirkte nur bei den hohen Tönen, nach einer Woche flog er raus.",
    "DIN 18041 nennt Sollwerte je nach Volumen und Nutzung, ich glaube 0,6 s bei der Größe, vor Druck prüfen.",
    "Frau Petersen aus Altona sagt, niemand fragt mehr nach.",
  ],
} as const;
