import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type BriefNote, linesOfBrief, publishableBrief, withheldFigures } from "../../domain/postBrief.ts";
import { postLimits } from "../../domain/posts.ts";
import { type Beat, beatsOf, isTooLong, spokenSeconds } from "../../domain/video.ts";
import { oneLine, sentence } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { nextWorkday, workday } from "../../kit/effects.ts";
import type { Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { type Form, kinds, paceOf } from "./form.ts";

/* What follows from the form of a video: beats with their time and words, texts beside it, days around the shooting. */

export interface Facts {
  beats: Beat[];
  /** The person's points, one each, without what is not to be published. */
  points: string[];
  notes: BriefNote[];
  withheld: string[];
  /** Words a second. */
  pace: number;
  isUpright: boolean;
  shootOn: string;
  cutBy: string;
  publishOn: string;
  /** Both days are those of the form. */
  areDaysGiven: boolean;
  steps: { name: Bilingual; date: string }[];
  /** Texts that a network asks for beside the video, with their limits. */
  texts: { id: string; name: Bilingual; context: string; limit: number }[];
}
export type VideoScene = Scene<Form, Facts>;

/** Days from the run to the shooting, from the shooting to publication, and before the shooting to be ready. */
const [daysToShooting, daysToPublication, daysToPrepare] = [7, 7, 2] as const;

const pointsOf = (brief: string, language: string): string[] =>
  publishableBrief(brief, language)
    .split("\n")
    .map((line) => oneLine(line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "")))
    .filter(Boolean);

function textsOf({ platform }: Form): Facts["texts"] {
  const { text, title } = postLimits[platform];
  return [
    {
      id: "title",
      name: "Title | Titel",
      context: "says what viewers get, at most 60 characters",
      limit: title ?? 100,
    },
    {
      id: "description",
      name: "Description | Beschreibung",
      context: "first line carries it; then who speaks and where to go on",
      limit: text,
    },
    {
      id: "pinned",
      name: "Pinned comment | Fixierter Kommentar",
      context: "the question that viewers answer",
      limit: 500,
    },
    {
      id: "cover",
      name: "Cover picture | Vorschaubild",
      context: "what is to be seen and at most four words on it",
      limit: 200,
    },
  ];
}

export function factsOf(form: Form, context: WorkflowContext): Facts {
  const { goalLanguage } = form;
  const today = localDateOf(context.now, context.timeZone);
  const pace = paceOf[form.pace];
  const points = pointsOf(form.brief, goalLanguage);
  const isOutSoon = form.publishOn >= today && form.shootOn < today;
  const usualShooting = workday(addDays(today, daysToShooting));
  // Who gives only the day of publication shoots in time for it.
  const latest = isOutSoon && form.publishOn < addDays(usualShooting, 1) ? form.publishOn : usualShooting;
  const shootOn = form.shootOn >= today ? form.shootOn : latest;
  const publishOn = form.publishOn >= shootOn ? form.publishOn : nextWorkday(addDays(shootOn, daysToPublication));
  const ready = workday(addDays(shootOn, -daysToPrepare));
  const dayBefore = workday(addDays(publishOn, -1));
  const cutBy = dayBefore > shootOn ? dayBefore : publishOn;
  return {
    beats: beatsOf(form.seconds, points.length, pace),
    points,
    notes: linesOfBrief(form.brief, goalLanguage).flat(),
    withheld: withheldFigures(form.brief, goalLanguage),
    pace,
    isUpright: kinds[form.contentType].isUpright,
    shootOn,
    cutBy,
    publishOn,
    areDaysGiven: shootOn === form.shootOn && publishOn === form.publishOn,
    steps: [
      {
        name:
          form.presenter === "silent"
            ? "Text read at the size of a phone; place and people agreed | Text in Handygröße gelesen; Ort und Personen zugesagt"
            : "Read aloud with a watch; place and people agreed | Mit der Uhr laut gelesen; Ort und Personen zugesagt",
        date: ready < today ? today : ready,
      },
      { name: "Shooting | Dreh", date: shootOn },
      {
        name:
          form.hasSubtitles && form.presenter !== "silent"
            ? "Cut and subtitles finished | Schnitt und Untertitel fertig"
            : "Cut finished | Schnitt fertig",
        date: cutBy,
      },
      { name: "Publication | Veröffentlichung", date: publishOn },
    ],
    texts: textsOf(form),
  };
}

/** The person's words for a beat: points in their order, proof and call to action, each as it was written. */
export function ownVoice({ form, facts }: VideoScene, { role, points }: Beat): string {
  if (role === "proof") return form.proof;
  if (role === "call") return form.callToAction;
  return points.map((at) => sentence(facts.points[at] ?? "")).join(" ");
}

/** A beat with the words that were written for it. */
export interface TimedBeat extends Beat {
  voice: string;
  screen: string;
  shot: string;
  cutaway: string;
  place: string;
  sound: string;
  weight: "helps" | "must" | "can";
  /** Seconds that the voice takes. */
  spoken: number;
  isTooLong: boolean;
}

type WrittenBeat = Pick<TimedBeat, "id" | "voice" | "screen" | "shot" | "cutaway" | "place" | "sound" | "weight">;

export function timedBeats({ facts, form, show }: VideoScene, written: readonly WrittenBeat[]): TimedBeat[] {
  const rows = new Map(written.map((row) => [row.id, row]));
  return facts.beats.map((beat) => {
    const row = rows.get(beat.id);
    const voice = show(row?.voice ?? "");
    const spoken = spokenSeconds(voice, facts.pace, form.goalLanguage);
    return {
      ...beat,
      voice,
      spoken,
      screen: show(row?.screen ?? ""),
      shot: show(row?.shot ?? ""),
      cutaway: show(row?.cutaway ?? ""),
      place: row?.place ?? "",
      sound: show(row?.sound ?? ""),
      weight: row?.weight ?? "helps",
      isTooLong: isTooLong(spoken, beat),
    };
  });
}
