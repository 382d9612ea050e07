import type { Issue, Proposal } from "#src/features/documents/document.ts";
import { socialPostEntry } from "#src/features/calendar/rules.ts";
import { graphemeCount } from "#src/kit/text.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { contentTypeNames } from "../../domain/planWords.ts";
import { hasFigure } from "../../domain/postBrief.ts";
import { clockText, fastestReading, spanText } from "../../domain/video.ts";
import { capital, clipped, figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt, outcomeAt } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { workflowNameOf } from "../../rules.ts";
import { type Facts, factsOf, type VideoScene } from "./facts.ts";
import { example, form, type Form, kinds } from "./form.ts";
import { beats, hooks, isSpoken, isWritten, props, publishing, tags, timedOf } from "./sections.ts";
import {
  chapterBlocks,
  legalBlocks,
  planBlocks,
  shotBlocks,
  subtitleBlocks,
  timingBlocks,
  versionBlocks,
} from "./tables.ts";

/* A script by the second: what is said, seen and read in each beat, timed by code, with shots, subtitles and days. */

const { computed } = sectionsFor<Form, Facts>();
const isVoiced = (scene: VideoScene): boolean => scene.form.presenter !== "silent" && isSpoken(scene);
const timing = computed("timing", "Timing | Zeit", (scene) => timingBlocks(scene, timedOf(scene)), isVoiced);
const versions = computed(
  "versions",
  "Shorter versions | Kürzere Fassungen",
  (scene) => versionBlocks(scene, timedOf(scene)),
  isVoiced,
);
const shots = computed("shots", "Shots by place | Einstellungen nach Ort", (scene) =>
  shotBlocks(scene, timedOf(scene)),
);
const subtitles = computed(
  "subtitles",
  "Subtitles | Untertitel",
  (scene) => subtitleBlocks(scene, timedOf(scene)),
  (scene) => scene.form.hasSubtitles && isVoiced(scene),
);
const chapters = computed(
  "chapters",
  "Chapters | Kapitel",
  (scene) => chapterBlocks(scene, timedOf(scene)),
  (scene) => scene.form.contentType === 50 && isWritten(scene),
);
const plan = computed("plan", "Dates | Termine", planBlocks);
const legal = computed("legal", "Law | Recht", legalBlocks);

/** Speech beyond this multiple of its beat cannot be saved by speaking faster. */
const refusedMultiple = 1.25;
/** A day of content production. */
const filmEntry = "3070";
/** Minutes of a shooting: building up, and each beat. */
const [minutesToSetUp, minutesPerBeat] = [60, 15] as const;

function issuesOf(scene: VideoScene): Issue[] {
  const { facts, form: values, language } = scene;
  const written = beats.of(scene);
  return [
    ...timedOf(scene).flatMap((beat): Issue[] =>
      beat.isTooLong
        ? [
            {
              level: beat.spoken > (beat.to - beat.from) * refusedMultiple ? "error" : "warn",
              code: "beatTooLong",
              at: `beats/${beat.id}/voice`,
              params: { time: spanText(beat), found: figure(beat.spoken, language, 1), wanted: beat.to - beat.from },
            },
          ]
        : [],
    ),
    ...written.flatMap(({ id, voice, screen, place }): Issue[] => {
      const withheld = facts.withheld.filter((one) => hasFigure(`${voice} ${screen}`, one));
      const isElsewhere = values.places.length > 0 && place !== "" && !values.places.includes(place);
      return [
        ...(withheld.length > 0
          ? [
              {
                level: "error" as const,
                code: "withheld",
                at: `beats/${id}/voice`,
                params: { found: listed(withheld, language) },
              },
            ]
          : []),
        ...(isElsewhere
          ? [
              {
                level: "warn" as const,
                code: "placeUnknown",
                at: `beats/${id}/place`,
                params: { place: clipped(place, 80) },
              },
            ]
          : []),
        ...(values.presenter === "silent" && voice !== ""
          ? [{ level: "warn" as const, code: "voiceUnwanted", at: `beats/${id}/voice` }]
          : []),
      ];
    }),
  ];
}

/** Where nobody speaks the screen carries the video, and its text must be readable in the time of its beat. */
const screenQuestions = (scene: VideoScene): string[] =>
  scene.form.presenter === "silent"
    ? timedOf(scene).flatMap((beat) => {
        const needed = graphemeCount(beat.screen) / fastestReading;
        const wanted = beat.to - beat.from;
        return needed > wanted
          ? [
              scene.translate(
                "The text on screen at {time} takes {found} s to read, the beat has {wanted} s: what can go? | Den Text bei {time} zu lesen dauert {found} s, der Abschnitt hat {wanted} s: Was kann entfallen?",
                { time: spanText(beat), found: figure(needed, scene.language, 1), wanted },
              ),
            ]
          : [];
      })
    : [];

/** The kind of a video; one that is named by its length only where it has it. */
const kindOf = ({ contentType, seconds }: Form): Bilingual =>
  contentTypeNames[
    (contentType === 41 || contentType === 42) && seconds !== kinds[contentType].most ? 50 : contentType
  ];

function effectsOf(scene: VideoScene): Proposal[] {
  const { facts, form: values, answer, translate, show, context } = scene;
  const { timeZone } = context;
  const texts = new Map(publishing.of({ answer }).map(({ id, text }) => [id, show(text)]));
  const title = texts.get("title") || values.requirementTitle;
  const shotList = timedOf(scene).flatMap(({ from, shot, cutaway, place }) => [
    ...(shot === "" ? [] : [`${clockText(from)} ${[place, shot].filter(Boolean).join(": ")}`]),
    ...(cutaway === "" ? [] : [`${clockText(from)} + ${[place, cutaway].filter(Boolean).join(": ")}`]),
  ]);
  const needed = props.of({ answer }).map(({ item }) => `- ${show(item)}`);
  const { platform, contentType, publishAt: time } = values;
  return [
    ...outcomeAt("video", {
      workflow: workflowNameOf("videoScriptWriter"),
      kind: "video",
      platform,
      contentType,
      title,
      brief: texts.get("description") || values.message || facts.points.join("\n"),
      date: facts.publishOn,
      time,
      timeZone,
      entryType: socialPostEntry,
      status: isWritten(scene) ? "drafted" : facts.areDaysGiven ? "planned" : "idea",
    }),
    entryAt("shoot", {
      type: filmEntry,
      title: translate("Shooting: {title} | Dreh: {title}", { title }),
      date: facts.shootOn,
      minutes: minutesToSetUp + minutesPerBeat * facts.beats.length,
      timeZone,
      notes: [shotList.join("\n"), needed.join("\n")].filter(Boolean).join("\n\n"),
    }),
    entryAt("cut", {
      type: "3000",
      title: translate("Cut finished: {title} | Schnitt fertig: {title}", { title }),
      date: facts.cutBy,
      timeZone,
    }),
  ];
}

export const videoScriptWriter = defineWorkflow<Form, Facts>({
  key: "videoScriptWriter",
  version: 1,
  form,
  role: "You write and direct short videos for specialists: spoken language, one thought a beat, pictures that prove instead of decorate.",
  task: "Write a script that can be shot tomorrow with the given people, places and props. Everything said comes from the material.",
  example,
  factsIgnoreAnswer: true,
  facts: ({ form: values, context }) => factsOf(values, context),
  contextLines: (scene) =>
    timedOf(scene).flatMap((beat) => (beat.voice === "" ? [] : [`${spanText(beat)}: ${beat.voice}`])),
  summary: ({ form: values, facts, translate, language }) =>
    translate(
      "{kind} for {platform}, {seconds} s in {count:beat|beats}. Shooting on {shoot}, out on {day}. | {kind} für {platform}, {seconds} s in {count:Abschnitt|Abschnitten}. Dreh am {shoot}, Veröffentlichung am {day}.",
      {
        kind: capital(translate(kindOf(values))),
        platform: values.platform,
        seconds: values.seconds,
        count: facts.beats.length,
        shoot: dayText(facts.shootOn, language),
        day: dayText(facts.publishOn, language),
      },
    ),
  sections: [hooks, beats, timing, versions, shots, props, subtitles, chapters, publishing, tags, plan, legal],
  assumptions: ({ facts, translate, language }) => [
    ...(facts.areDaysGiven
      ? []
      : [
          translate(
            "Days that you left open, or that have passed, are planned: shooting on {shoot}, publication on {day}. | Offen gelassene oder vergangene Tage sind geplant: Dreh am {shoot}, Veröffentlichung am {day}.",
            { shoot: dayText(facts.shootOn, language), day: dayText(facts.publishOn, language) },
          ),
        ]),
    ...facts.notes.flatMap(({ kind, text }) =>
      kind === "withheld"
        ? [
            translate("Left out, as you asked: “{text}” | Auf Ihren Wunsch weggelassen: „{text}“", {
              text: clipped(text, 140),
            }),
          ]
        : [],
    ),
  ],
  questions: ({ facts, translate, ...scene }) => [
    ...screenQuestions({ facts, translate, ...scene }),
    ...(facts.points.length > facts.beats.filter(({ role }) => role === "step").length
      ? [
          translate(
            "{count} points are more than fit into the time: which can go? | {count} Punkte sind mehr, als in die Zeit passen: Welche können entfallen?",
            { count: facts.points.length },
          ),
        ]
      : []),
    ...facts.notes.flatMap(({ flag, text }) =>
      flag === null
        ? []
        : [
            flag === "check"
              ? translate("What is correct here? “{text}” | Was stimmt hier? „{text}“", { text: clipped(text, 140) })
              : translate("May this be published as it is? “{text}” | Darf das so veröffentlicht werden? „{text}“", {
                  text: clipped(text, 140),
                }),
          ],
    ),
  ],
  checks: (scene) => (isWritten(scene) ? issuesOf(scene) : []),
  issueTexts: {
    beatTooLong:
      "The words of {time} take {found} s, the beat has {wanted} s. | Die Worte bei {time} dauern {found} s, der Abschnitt hat {wanted} s.",
    withheld:
      "The script says what is not to be published: {found}. | Das Drehbuch nennt, was nicht veröffentlicht werden soll: {found}.",
    placeUnknown: "“{place}” is none of the given places. | „{place}“ ist keiner der genannten Orte.",
    voiceUnwanted:
      "The video has no voice, but words are spoken. | Das Video hat keine Stimme, trotzdem wird gesprochen.",
  },
  effects: effectsOf,
});
