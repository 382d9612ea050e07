import { z } from "zod";
import { type ContentType, platforms, platformTakes } from "#src/features/outcomes/rules.ts";
import { type AppLanguage, clockTime } from "#src/kit/schemas.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { contentTypeNames } from "../../domain/planWords.ts";
import { briefForWriter, publishableBrief } from "../../domain/postBrief.ts";
import { videoKinds } from "../../domain/posts.ts";
import { half } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
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

export type VideoKind = (typeof videoKinds)[number];
/** Longest length in seconds, and whether the picture stands upright. */
export const kinds: Readonly<Record<VideoKind, { most: number; isUpright: boolean }>> = {
  2: { most: 600, isUpright: false },
  20: { most: 180, isUpright: true },
  40: { most: 180, isUpright: true },
  41: { most: 15, isUpright: true },
  42: { most: 60, isUpright: true },
  50: { most: 900, isUpright: false },
};

export const presenters = {
  camera: "Someone on camera | Jemand vor der Kamera",
  voiceOver: "Voice over pictures | Stimme über Bildern",
  screen: "Screen recording | Bildschirmaufnahme",
  silent: "Text only, no voice | Nur Text, keine Stimme",
} as const;
const paces = {
  calm: "Calm, 2 words per second | Ruhig, 2 Wörter je Sekunde",
  usual: "Normal, 2.4 words per second | Normal, 2,4 Wörter je Sekunde",
  fast: "Fast, 2.8 words per second | Schnell, 2,8 Wörter je Sekunde",
} as const;
/** Words a second. */
export const paceOf = { calm: 2, usual: 2.4, fast: 2.8 } as const satisfies Readonly<
  Record<keyof typeof paces, number>
>;

/** Last day of publication: records end with the year 2200. */
const lastDay = "2199-12-31";
const option = { isOption: true } as const;

const fields = formOf({
  platform: code("Network | Netzwerk", platforms, "YouTube", { optionsKey: "platforms" }),
  contentType: forPrompt(
    field("Kind of video | Art des Videos", z.literal([...videoKinds]).default(40), "select", {
      optionsKey: "contentTypes",
    }),
    (type: ContentType) => half(contentTypeNames[type], "en"),
  ),
  seconds: whole("Length in seconds | Länge in Sekunden", [10, 900, 45]),
  message: line("The one sentence to remember | Der eine Satz, der hängen bleibt", 200, {
    gap: "Which one sentence should viewers remember? | Welchen einen Satz sollen Zuschauer behalten?",
  }),
  brief: forPrompt(
    area("What the video says, one point per line | Was das Video sagt, je Zeile ein Punkt", 8000, {
      min: 3,
      rows: 5,
      help: "Steps, facts and cases in order, in your own spoken words if you like. Anything you ask us not to mention stays out. | Schritte, Fakten, Fälle der Reihe nach, gern in Ihren gesprochenen Worten. Was nicht erwähnt werden soll, bleibt weg.",
    }),
    briefForWriter,
  ),
  goal: line("Goal | Ziel", 200, {
    help: "What the video should achieve. | Was das Video bewirken soll.",
  }),
  audience: line("Viewers | Zuschauer", 200, {
    gap: "Who should stop scrolling, and in which situation? | Wer soll beim Wischen anhalten, und in welcher Lage?",
  }),
  proof: line("Proof | Beleg", 300, {
    gap: "Which figure, case or picture proves it? | Welche Zahl, welcher Fall oder welches Bild belegt es?",
  }),
  callToAction: line("What viewers should do | Was Zuschauer tun sollen", 200, {
    gap: "What should viewers do in the last seconds? | Was sollen Zuschauer in den letzten Sekunden tun?",
  }),
  presenter: choice("Presented by | Wer führt durch das Video", presenters, "camera"),
  presenterName: line("Name on camera | Name vor der Kamera", 80, option),
  places: tags("Locations | Drehorte", 6),
  props: tags("Props and material at hand | Requisiten und vorhandenes Material", 12),
  pace: choice("Pace | Tempo", paces, "usual", option),
  hasSubtitles: forPrompt(toggle("Subtitles | Untertitel", true, option), false),
  isAdvertisement: forPrompt(toggle("Paid or gifted | Bezahlt oder geschenkt", false, option), false),
  shootOn: optionalDay("Shooting date | Drehtag", {
    help: "Leave blank for a week after the run. | Ohne Angabe: eine Woche nach dem Lauf.",
  }),
  publishOn: optionalDay("Publish on | Veröffentlichen am", {
    help: "Leave blank for a week after filming. | Ohne Angabe: eine Woche nach dem Dreh.",
  }),
  publishAt: field("Time | Uhrzeit", clockTime.default("17:00"), "text", { placeholder: "17:00 | 17:00" }),
});

export const form = withRules(fields, ({ platform, contentType, seconds, shootOn, publishOn, brief, goalLanguage }) => {
  const broken = (isBroken: boolean, rule: BrokenRule): BrokenRule[] => (isBroken ? [rule] : []);
  return [
    ...broken(!platformTakes(platform, contentType), {
      path: ["contentType"],
      sentence: "{platform} doesn't support this kind of video. | {platform} unterstützt diese Art von Video nicht.",
      params: { platform },
    }),
    ...broken(seconds > kinds[contentType].most, {
      path: ["seconds"],
      sentence: "This kind can be up to {most} seconds long. | Diese Art dauert höchstens {most} Sekunden.",
      params: { most: kinds[contentType].most },
    }),
    ...broken(shootOn !== "" && publishOn !== "" && publishOn < shootOn, {
      path: ["publishOn"],
      sentence: "The video can't be published before it's shot. | Das Video kann nicht vor dem Dreh erscheinen.",
    }),
    ...[["shootOn", shootOn] as const, ["publishOn", publishOn] as const].flatMap(([name, date]) =>
      broken(date > lastDay, {
        path: [name],
        sentence: "Choose a day before the year 2200. | Wählen Sie einen Tag vor dem Jahr 2200.",
      }),
    ),
    ...broken(publishableBrief(brief, goalLanguage) === "", {
      path: ["brief"],
      sentence:
        "All of this is marked as not for publication. Add what viewers may know. | All das ist als nicht zur Veröffentlichung gekennzeichnet. Ergänzen Sie, was Zuschauer wissen dürfen.",
    }),
  ];
});
export type Form = z.output<typeof fields>;

/** A short of the firm that measures noise. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate("Short: test the room with a phone | Short: den Raum mit dem Handy testen"),
    platform: "YouTube",
    contentType: 40,
    seconds: 45,
    message: translate(
      "You can hear with a phone whether your meeting room is the problem. | Mit einem Handy hören Sie, ob Ihr Besprechungsraum das Problem ist.",
    ),
    brief: translate(
      "Put the phone at the far end of the table.\nRecord 30 seconds of speech.\nListen with headphones: if you hear the room after each sentence, it is the room. | Handy ans andere Tischende legen.\n30 Sekunden Sprache aufnehmen.\nMit Kopfhörern anhören: Wer nach jedem Satz den Raum hört, hat ein Raumproblem.",
    ),
    goal: translate("Viewers test their own room | Zuschauer testen ihren eigenen Raum"),
    audience: translate(
      "Office managers who are about to order conference equipment | Office-Management kurz vor der Bestellung von Konferenztechnik",
    ),
    proof: translate(
      "Altona: 1.1 s of reverberation before, 0.5 s after 11 m² of absorber under the ceiling | Altona: 1,1 s Nachhall vorher, 0,5 s nach 11 m² Absorber unter der Decke",
    ),
    callToAction: translate("Tell us what you hear. | Schreiben Sie, was Sie hören."),
    presenter: "camera",
    presenterName: "Jette Harms",
    places: [
      translate("meeting room without panels | Besprechungsraum ohne Paneele"),
      translate("meeting room in Altona | Besprechungsraum Altona"),
    ],
    props: [translate("phone | Handy"), translate("headphones | Kopfhörer"), translate("tape measure | Maßband")],
    pace: "usual",
    hasSubtitles: true,
    isAdvertisement: false,
    shootOn: addDays(today, 9),
    publishOn: addDays(today, 16),
    publishAt: "17:00",
  };
}
