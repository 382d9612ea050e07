import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  area,
  choice,
  formWithRecordings,
  forPrompt,
  line,
  many,
  optionalDay,
  table,
  tags,
  toggle,
  withRules,
} from "../../kit/fields.ts";

export const purposes = {
  minutes: "Meeting | Besprechung",
  interview: "Interview | Interview",
  lecture: "Lecture | Vortrag",
  dictation: "Dictation | Diktat",
  podcast: "Podcast | Podcast",
} as const satisfies Record<string, Bilingual>;

export const outputs = {
  minutes: "Minutes | Protokoll",
  tasks: "Action items | Aufgaben",
  quotes: "Quotes | Zitate",
  chapters: "Chapters | Kapitel",
  cleaned: "Cleaned text | Bereinigter Text",
  verbatim: "Verbatim | Wortlaut",
  subtitles: "Subtitles | Untertitel",
} as const satisfies Record<string, Bilingual>;
export type Output = keyof typeof outputs;

/** Characters of a pasted transcript: five hours of speech. */
const longestTranscript = 300_000;

/** Writers need no addresses. */
const attendeeNames = (attendees: readonly { name: string }[]): string => attendees.map(({ name }) => name).join("; ");

const fields = formWithRecordings({
  transcript: forPrompt(
    area("Transcript | Transkript", longestTranscript, {
      rows: 8,
      help: "Paste text, WebVTT or SubRip. You can also attach recordings (mp3, m4a, wav, ogg, webm, mp4) and transcripts as files. | Fügen Sie Text, WebVTT oder SubRip ein. Aufnahmen (mp3, m4a, wav, ogg, webm, mp4) und Transkripte können Sie auch als Datei anhängen.",
    }),
    false,
  ),
  purpose: choice("Type of recording | Art der Aufnahme", purposes, "minutes"),
  outputs: many("What you need | Was Sie brauchen", outputs, ["minutes", "tasks", "chapters", "cleaned"]),
  heldOn: optionalDay("Recorded on | Aufgenommen am", {
    help: "“By Friday” is counted from this day. | „Bis Freitag“ wird von diesem Tag an gezählt.",
  }),
  spoken: forPrompt(
    choice(
      "Language of the recording | Sprache der Aufnahme",
      {
        auto: "detect automatically | automatisch erkennen",
        en: "English | Englisch",
        de: "German | Deutsch",
        fr: "French | Französisch",
        es: "Spanish | Spanisch",
        it: "Italian | Italienisch",
        nl: "Dutch | Niederländisch",
        pl: "Polish | Polnisch",
        pt: "Portuguese | Portugiesisch",
      },
      "auto",
      { isOption: true },
    ),
    false,
  ),
  speakers: forPrompt(
    table(
      "Speaker names | Namen der Sprechenden",
      {
        voice: line("In the transcript | Im Transkript", 60, { min: 1, placeholder: "Speaker 1 | Sprecher 1" }),
        name: line("Name | Name", 60, { min: 1 }),
      },
      20,
      { isOption: true, help: "Applies everywhere in the result. | Gilt überall im Ergebnis." },
    ),
    false,
  ),
  attendees: forPrompt(
    table(
      "Attendees | Anwesende",
      { name: line("Name | Name", 120, { min: 1 }), email: line("Email | E-Mail", 254) },
      30,
    ),
    attendeeNames,
  ),
  vocabulary: tags("Names and terms used | Namen und Begriffe, die vorkommen", 60, {
    longest: 60,
    isOption: true,
    help: "Products, companies and technical terms, spelled correctly. | Produkte, Firmen, Fachwörter in richtiger Schreibweise.",
  }),
  keepRecordings: forPrompt(
    toggle("Keep recordings after the run | Aufnahmen nach dem Lauf behalten", false, {
      isOption: true,
      help: "Otherwise their transcript replaces them after a successful run, and there's no player next to the result. | Sonst ersetzt nach einem erfolgreichen Lauf das Transkript die Aufnahmen, und neben dem Ergebnis gibt es keinen Player.",
    }),
    false,
  ),
  redact: forPrompt(
    toggle("Hide email addresses and long numbers | E-Mail-Adressen und lange Nummern verbergen", false, {
      isOption: true,
    }),
    false,
  ),
});
export type Form = z.output<typeof fields>;

export const form = withRules(fields, ({ transcript, attachments }) =>
  transcript.trim() === "" && attachments.length === 0
    ? [
        {
          path: ["transcript"],
          sentence:
            "Paste a transcript, or attach a transcript or recording. | Fügen Sie ein Transkript ein, oder hängen Sie ein Transkript oder eine Aufnahme an.",
        },
      ]
    : [],
);

const spoken: readonly [time: string, voice: string, words: Bilingual][] = [
  [
    "00:00:04",
    "Jette Harms",
    "Good morning. We measured both rooms on the third floor, and both are above one second of reverberation. | Guten Morgen. Wir haben beide Räume im dritten Stock gemessen, und beide liegen über einer Sekunde Nachhall.",
  ],
  ["00:00:19", "Speaker 2", "Um, is that bad? | Ähm, ist das schlecht?"],
  [
    "00:00:23",
    "Jette Harms",
    "For an office with forty desks, yes. In the large room it is 1.4 seconds, in the small one 1.1. | Für ein Büro mit vierzig Plätzen schon. Im großen Raum sind es 1,4 Sekunden, im kleinen 1,1.",
  ],
  [
    "00:00:38",
    "Tom Berg",
    "Then it was good that we stopped the move. What would you do first? | Dann war es gut, dass wir den Umzug angehalten haben. Womit würden Sie anfangen?",
  ],
  [
    "00:00:47",
    "Jette Harms",
    "With the ceiling of the large room. Panels between the lamps, about thirty square metres. The walls can wait. | Mit der Decke im großen Raum. Paneele zwischen den Leuchten, ungefähr dreißig Quadratmeter. Die Wände können warten.",
  ],
  [
    "00:01:05",
    "Tom Berg",
    "Good. We agreed on the ceiling of the large room, then. I need your offer by Friday, because my boss is away after that. | Gut. Die Decke im großen Raum ist damit beschlossen. Ich brauche Ihr Angebot bis Freitag, denn danach ist mein Chef weg.",
  ],
  [
    "00:01:21",
    "Jette Harms",
    "I will send it on Thursday, with a drawing. | Ich schicke es am Donnerstag, mit einer Zeichnung.",
  ],
  [
    "00:01:28",
    "Speaker 2",
    "The works council will ask about dust. Can they work on a weekend? | Der Betriebsrat wird nach dem Staub fragen. Geht das auch an einem Wochenende?",
  ],
  [
    "00:01:39",
    "Jette Harms",
    "Yes, we, we did that at the library. Fitting takes two days. | Ja, das, das haben wir in der Bücherei auch gemacht. Die Montage dauert zwei Tage.",
  ],
  [
    "00:01:49",
    "Speaker 2",
    "Then I will ask the works council on Monday which weekend suits them. | Dann frage ich am Montag den Betriebsrat, welches Wochenende passt.",
  ],
  ["00:01:58", "Tom Berg", "And the small room? | Und der kleine Raum?"],
  [
    "00:02:01",
    "Jette Harms",
    "The small room is still open. It depends on whether you turn it into a meeting room. | Der kleine Raum ist noch offen. Es hängt davon ab, ob Sie ihn zum Besprechungsraum machen.",
  ],
  [
    "00:02:12",
    "Tom Berg",
    "I cannot say that before the budget is there. The next meeting is on Tuesday next week at 10, then we know more. | Das kann ich nicht sagen, bevor das Budget da ist. Der nächste Termin ist am Dienstag nächster Woche um 10 Uhr, dann wissen wir mehr.",
  ],
];

/** The kick-off with a customer of the firm that measures noise, one voice without a name. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const yesterday = addDays(today, -1);
  const unnamed = translate("Speaker 2 | Sprecher 2");
  return {
    ...company,
    requirementTitle: translate("Kick-off Nordhaus | Auftakt Nordhaus"),
    transcript: spoken
      .map(([time, voice, words]) => `[${time}] ${voice === "Speaker 2" ? unnamed : voice}: ${translate(words)}`)
      .join("\n"),
    purpose: "minutes",
    outputs: ["minutes", "tasks", "quotes", "chapters", "cleaned", "subtitles"],
    // Nobody meets on a Sunday.
    heldOn: addDays(yesterday, -Math.max(0, weekdayOf(yesterday) - 5)),
    spoken: "auto",
    speakers: [{ voice: unnamed, name: "Katrin Möller" }],
    attendees: [
      { name: "Tom Berg", email: "tom.berg@nordhaus.example" },
      { name: "Katrin Möller", email: "" },
    ],
    vocabulary: ["Nordhaus", translate("reverberation | Nachhall")],
    keepRecordings: false,
    redact: false,
  };
}
