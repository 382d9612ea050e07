import { z } from "zod";
import {
  type ContentType,
  contentTypes,
  contentTypesOf,
  platforms,
  platformTakes,
} from "#src/features/outcomes/rules.ts";
import { type AppLanguage, clockTime } from "#src/kit/schemas.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { contentTypeNames } from "../../domain/planWords.ts";
import { briefForWriter, publishableBrief } from "../../domain/postBrief.ts";
import { isVideoKind, threaded } from "../../domain/posts.ts";
import { listed } from "../../domain/wording.ts";
import { half } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  address,
  area,
  type BrokenRule,
  choice,
  code,
  field,
  forPrompt,
  formOf,
  line,
  optionalDay,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";
import { sharedFields } from "../commonForm.ts";

export const goals = {
  talk: "Start a conversation | Ein Gespräch beginnen",
  click: "Send readers to a page | Leser auf eine Seite führen",
  leads: "Get enquiries | Anfragen bekommen",
  trust: "Show expertise | Fachwissen zeigen",
  hire: "Find staff | Personal finden",
} as const;

/** Last day of publication: figures are noted a week later, and records end with the year 2200. */
const lastDay = "2199-12-31";

const option = { isOption: true } as const;
const shownFor = (name: string, values: readonly (string | number)[]) => ({
  showWhen: { field: name, in: [...values] },
});

const fields = formOf({
  platform: code("Network | Netzwerk", platforms, "LinkedIn", { optionsKey: "platforms" }),
  contentType: forPrompt(
    field("Kind of post | Art des Beitrags", z.literal([...contentTypes]).default(3), "select", {
      optionsKey: "contentTypes",
    }),
    (type: ContentType) => half(contentTypeNames[type], "en"),
  ),
  brief: forPrompt(
    area("What the post says | Was der Beitrag sagt", 8000, {
      min: 10,
      rows: 6,
      help: "The case, figure, date or offer; notes are fine. Anything you ask us not to mention stays out. | Fall, Zahl, Termin oder Angebot; Stichworte genügen. Was nicht erwähnt werden soll, bleibt weg.",
      placeholder:
        "Customer bought three microphones for 2,400 €, callers still asked twice | Kunde kaufte drei Mikrofone für 2.400 €, gefragt wurde weiter",
    }),
    briefForWriter,
  ),
  goal: choice("Goal | Ziel", goals, "trust"),
  audience: line("Readers | Leser", 200, {
    help: "Who they are and what they are about to do. | Wer sie sind und was sie gerade vorhaben.",
    gap: "Who should recognise themselves in the first line? | Wer soll sich in der ersten Zeile wiedererkennen?",
  }),
  callToAction: line("What readers should do | Was Leser tun sollen", 300, {
    gap: "What should readers do after the last line? | Was sollen Leser nach der letzten Zeile tun?",
  }),
  link: forPrompt(
    address("Link | Link", {
      help: "Each variant gets its own address, so you can count visits. | Jede Variante erhält eine eigene Adresse, über die Sie die Besuche zählen können.",
      placeholder: "https:// | https://",
    }),
    false,
  ),
  source: area("Text to draw from | Text als Grundlage", 12_000, {
    help: "Article, minutes, press release. | Artikel, Protokoll, Pressetext.",
  }),
  // The choice of what is read precedes the address that depends on it.
  research: sharedFields.research,
  attachments: sharedFields.attachments,
  sourceUrl: forPrompt(
    address("Page to draw from | Seite als Grundlage", {
      ...shownFor("research", ["web"]),
      help: "Read before the run. Leave blank to search for your title. | Vor dem Lauf gelesen. Ohne Angabe suchen wir nach Ihrem Titel.",
      placeholder: "https:// | https://",
    }),
    false,
  ),
  publishOn: optionalDay("Publish on | Veröffentlichen am", {
    help: "Leave blank for the next working day. | Ohne Angabe: der nächste Werktag.",
  }),
  publishAt: field("Time | Uhrzeit", clockTime.default("09:00"), "text", { placeholder: "09:00 | 09:00" }),
  variants: forPrompt(whole("Variants | Varianten", [1, 5, 3]), false),
  hook: choice(
    "Opening | Einstieg",
    {
      mix: "A different one for each | Jeder anders",
      scene: "Scene | Szene",
      figure: "Figure | Zahl",
      contradiction: "Contradiction | Widerspruch",
      steps: "Steps | Schritte",
      question: "Question | Frage",
    },
    "mix",
  ),
  threadPosts: forPrompt(
    whole(
      "Maximum posts in the thread | Höchstzahl der Beiträge im Thread",
      [1, 12, 1],
      shownFor("platform", threaded),
    ),
    false,
  ),
  slides: forPrompt(
    whole("Pictures in the post | Bilder im Beitrag", [1, 20, 1], shownFor("contentType", [1, 30])),
    false,
  ),
  seconds: forPrompt(
    whole("Length in seconds | Länge in Sekunden", [10, 600, 30], shownFor("contentType", [2, 20, 40, 50])),
    false,
  ),
  community: line("Community | Community", 80, {
    ...shownFor("platform", ["Reddit"]),
    placeholder: "r/woodworking | r/woodworking",
  }),
  communityRules: forPrompt(
    area("Rules of the community | Regeln der Community", 3000, {
      ...shownFor("platform", ["Reddit"]),
      help: "Paste them, one per line. | Fügen Sie sie ein, je Zeile eine.",
    }),
    false,
  ),
  person: choice("Written as | Geschrieben als", { we: "we | wir", i: "I | ich" }, "we", option),
  emoji: choice("Emojis | Emojis", { none: "None | Keine", few: "Few | Wenige", many: "Many | Viele" }, "none", option),
  hashtags: forPrompt(
    whole("Hashtags | Hashtags", [0, 10, 3], { ...option, help: "Not used on Reddit. | Auf Reddit keine." }),
    false,
  ),
  ownHashtags: tags("Your hashtags | Eigene Hashtags", 10, { ...option, longest: 40 }),
  isLinkInComment: forPrompt(toggle("Link in the first comment | Link in den ersten Kommentar", false, option), false),
  hasAlternativeText: forPrompt(
    toggle("Alternative text for pictures | Alternativtext für Bilder", true, option),
    false,
  ),
  isAdvertisement: forPrompt(
    toggle("Paid or gifted | Bezahlt oder geschenkt", false, {
      ...option,
      help: "The post then begins with the label. | Der Beitrag beginnt dann mit der Kennzeichnung.",
    }),
    false,
  ),
  wordsToAvoid: tags("Words to avoid | Wörter, die nicht vorkommen sollen", 20, { ...option, longest: 60 }),
  approver: forPrompt(line("Approved by | Freigabe durch", 120, option), false),
});

const takes = (platform: Form["platform"], language: AppLanguage): string =>
  listed(
    contentTypesOf[platform].filter((type) => type !== 100).map((type) => half(contentTypeNames[type], language)),
    language,
  );

export const form = withRules(fields, ({ platform, contentType, brief, goalLanguage, publishOn }) => [
  ...(platformTakes(platform, contentType)
    ? []
    : [
        {
          path: ["contentType"],
          sentence: `{platform} supports ${takes(platform, "en")}. | {platform} unterstützt ${takes(platform, "de")}.`,
          params: { platform },
        } satisfies BrokenRule,
      ]),
  ...(contentType === 100
    ? [
        {
          path: ["contentType"],
          sentence:
            "An article is more than a post. Use the blog article writer. | Ein Artikel ist mehr als ein Beitrag. Nutzen Sie den Workflow Blogartikel.",
        } satisfies BrokenRule,
      ]
    : []),
  ...(publishableBrief(brief, goalLanguage) === ""
    ? [
        {
          path: ["brief"],
          sentence:
            "All of this is marked as not for publication. Add what readers may know. | All das ist als nicht zur Veröffentlichung gekennzeichnet. Ergänzen Sie, was Leser wissen dürfen.",
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
]);
export type Form = z.output<typeof fields>;

/** Kinds whose length the network or the form sets, in seconds. */
export const secondsOf = ({ contentType, seconds }: Pick<Form, "contentType" | "seconds">): number =>
  contentType === 41 ? 15 : contentType === 42 ? 60 : seconds;
export const isVideo = ({ contentType }: Pick<Form, "contentType">): boolean => isVideoKind(contentType);

/** A post of the firm that measures noise. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate(
      "LinkedIn post: test the room, not the microphone | LinkedIn-Beitrag: erst den Raum testen",
    ),
    platform: "LinkedIn",
    contentType: 3,
    brief: translate(
      "Customer in Altona bought three microphones for 2,400 €, callers still asked twice. Room of 28 m², glass, bare ceiling: we measured 1.1 s of reverberation. 11 m² of absorber under the ceiling, half a day, 1,450 €: 0.5 s. Test for everyone: phone at the far end of the table, record 30 seconds of speech, listen with headphones. If you hear the room after each sentence, it is the room. | Kunde in Altona kaufte drei Mikrofone für 2.400 €, die Gesprächspartner fragten weiter nach. Raum mit 28 m², Glas, kahle Decke: 1,1 s Nachhall gemessen. 11 m² Absorber unter der Decke, ein halber Tag, 1.450 €: 0,5 s. Test für alle: Handy ans andere Tischende, 30 Sekunden Sprache aufnehmen, mit Kopfhörern anhören. Wer nach jedem Satz den Raum hört, hat ein Raumproblem.",
    ),
    source: "",
    sourceUrl: "",
    goal: "talk",
    audience: translate(
      "Office managers who are about to order conference equipment | Office-Management kurz vor der Bestellung von Konferenztechnik",
    ),
    hook: "mix",
    variants: 3,
    callToAction: translate(
      "Tell us what you hear in your recording. | Schreiben Sie, was Sie auf Ihrer Aufnahme hören.",
    ),
    link: "https://klangraum-harms.example/meeting-room-echo",
    isLinkInComment: true,
    community: "",
    communityRules: "",
    threadPosts: 1,
    slides: 1,
    seconds: 30,
    person: "we",
    emoji: "none",
    hashtags: 3,
    ownHashtags: [translate("RoomAcoustics | Raumakustik")],
    hasAlternativeText: true,
    isAdvertisement: false,
    wordsToAvoid: [translate("revolutionary | revolutionär"), translate("game changer | ganzheitlich")],
    publishOn: addDays(today, 9),
    publishAt: "08:30",
    approver: "Jette Harms",
  };
}
