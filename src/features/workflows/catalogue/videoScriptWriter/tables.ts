import type { Block } from "#src/features/documents/document.ts";
import { graphemeCount } from "#src/kit/text.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import {
  chaptersOf,
  clockText,
  fastestReading,
  retimed,
  shortVersion,
  spanText,
  srtPieces,
  type Subtitle,
  subtitlesOf,
} from "../../domain/video.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { TimedBeat, VideoScene } from "./facts.ts";
import { beatName } from "./sections.ts";

/* What is computed of a script: time, versions, shots by place, chapters, subtitles, days and rights. */

const rankOf = { must: 1, helps: 2, can: 3 } as const;
/** Seconds of shorter versions. */
const versions = [15, 60] as const;

/** Shorter versions with beats of their own times; none while the script as a whole does not fit its time. */
function versionsOf({ form }: VideoScene, list: readonly TimedBeat[]) {
  if (list.some(({ voice, isTooLong }) => voice === "" || isTooLong)) return [];
  return versions
    .filter((seconds) => form.seconds > seconds)
    .map((seconds) => {
      const kept = shortVersion(
        list.map((beat) => ({ ...beat, seconds: Math.max(1, beat.spoken), rank: rankOf[beat.weight] })),
        seconds,
      );
      return { seconds, kept, beats: retimed(kept, seconds) };
    });
}

/** Which beats make a shorter version. */
const versionItems = (scene: VideoScene, list: readonly TimedBeat[]): string[] =>
  versionsOf(scene, list).map(({ seconds, kept }) =>
    scene.translate("In {seconds} s: {beats}; {spoken} s of speech | In {seconds} s: {beats}; {spoken} s Sprache", {
      seconds,
      beats: kept.map((beat) => `${clockText(beat.from)} ${beatName(beat, scene.translate)}`).join(", "),
      spoken: figure(
        kept.reduce((sum, beat) => sum + beat.spoken, 0),
        scene.language,
        1,
      ),
    }),
  );

/** Each shorter version as a script with its own times and subtitles. */
export function versionBlocks(scene: VideoScene, list: readonly TimedBeat[]): Block[] {
  const { form, translate, translateAll } = scene;
  return versionsOf(scene, list).flatMap(({ seconds, beats }): Block[] => [
    { type: "h", text: translate("Version of {seconds} s | Fassung mit {seconds} s", { seconds }) },
    ...tableOf(
      translateAll(
        "Time | Zeit",
        "From the script | Aus dem Drehbuch",
        "Spoken | Gesprochen",
        "On screen | Eingeblendet",
        "Shot | Einstellung",
      ),
      beats.map((beat) => [
        spanText(beat),
        beatName(beat, translate),
        beat.voice,
        beat.screen || "–",
        beat.shot || "–",
      ]),
    ),
    ...(form.hasSubtitles ? subtitleBlocks(scene, beats) : []),
  ]);
}

/** Spoken time against the time of each beat. */
export function timingBlocks(scene: VideoScene, list: readonly TimedBeat[]): Block[] {
  const { form, translate, translateAll, language } = scene;
  const spoken = list.reduce((sum, one) => sum + one.spoken, 0);
  const shorter = versionItems(scene, list);
  const result = ({ voice, isTooLong }: TimedBeat): Bilingual =>
    voice === "" ? "open | offen" : isTooLong ? "too long, shorten | zu lang, kürzen" : "fits | passt";
  return [
    ...tableOf(
      translateAll("Beat | Abschnitt", "Time | Zeit", "Spoken | Gesprochen", "Result | Ergebnis"),
      list.map((one) => [
        `${clockText(one.from)} ${beatName(one, translate)}`,
        `${one.to - one.from} s`,
        one.voice === "" ? "–" : `${figure(one.spoken, language, 1)} s`,
        translate(result(one)),
      ]),
      [1, 2],
    ),
    {
      type: "p",
      text: translate("{spoken} s of speech in {seconds} s of video. | {spoken} s Sprache in {seconds} s Video.", {
        spoken: figure(spoken, language, 1),
        seconds: form.seconds,
      }),
    },
    ...(shorter.length > 0 ? [{ type: "list" as const, ordered: false, items: shorter }] : []),
  ];
}

/** Shots in the order in which they are shot: place by place. */
export function shotBlocks({ translate, translateAll }: VideoScene, list: readonly TimedBeat[]): Block[] {
  const shots = list
    .filter(({ shot, cutaway }) => shot !== "" || cutaway !== "")
    .toSorted((a, b) => a.place.localeCompare(b.place) || a.from - b.from)
    // A cutaway is a picture of its own, taken at the same place without sound.
    .flatMap((one) => [
      ...(one.shot === "" ? [] : [{ ...one, picture: one.shot }]),
      ...(one.cutaway === ""
        ? []
        : [
            {
              ...one,
              picture: translate("Cutaway: {picture} | Zwischenbild: {picture}", { picture: one.cutaway }),
              sound: translate("without sound | ohne Ton"),
            },
          ]),
    ]);
  return tableOf(
    translateAll("No. | Nr.", "Place | Ort", "Shot | Einstellung", "Sound | Ton", "For | Für"),
    shots.map((one, at) => [
      String(at + 1),
      one.place || translate("open | offen"),
      one.picture,
      one.sound || translate("open | offen"),
      spanText(one),
    ]),
  );
}

export const chapterBlocks = ({ translate, translateAll }: VideoScene, list: readonly TimedBeat[]): Block[] =>
  tableOf(
    translateAll("From | Ab", "Chapter | Kapitel"),
    chaptersOf(list).map((beat) => [clockText(beat.from), beat.screen || beatName(beat, translate)]),
  );

/** Characters of a file in one block of a document. */
const longestBlock = 18_000;

/** Subtitles as a file to copy, in several blocks where it is long. */
export function subtitleBlocks({ facts, form, translate }: VideoScene, list: readonly TimedBeat[]): Block[] {
  const subtitles = subtitlesOf(list, { isUpright: facts.isUpright, language: form.goalLanguage });
  const isFast = ({ from, to, text }: Subtitle): boolean =>
    graphemeCount(text) / Math.max(0.1, to - from) > fastestReading;
  const fast = subtitles.filter(isFast).length;
  return [
    ...srtPieces(subtitles, longestBlock).map((text): Block => ({ type: "code", language: "srt", text })),
    ...(fast > 0
      ? [
          note(
            "warn",
            translate(
              "{count:subtitle runs|subtitles run} faster than {most} characters a second. | {count:Untertitel läuft|Untertitel laufen} schneller als {most} Zeichen je Sekunde.",
              { count: fast, most: fastestReading },
            ),
          ),
        ]
      : []),
  ];
}

export const planBlocks = ({ facts, translate, translateAll, language }: VideoScene): Block[] =>
  tableOf(
    translateAll("Step | Schritt", "Day | Tag"),
    facts.steps.map(({ name, date }) => [translate(name), datedText(date, language)]),
  );

/** What the law asks of a video, with where it says so; every line is to be checked for the case at hand. */
export function legalBlocks({ form, translate, translateAll }: VideoScene): Block[] {
  const lines: [rule: Bilingual, source: Bilingual][] = [
    [
      "Everyone who can be recognised has agreed to be published | Wer zu erkennen ist, hat der Veröffentlichung zugestimmt",
      "KunstUrhG (Germany) § 22, GDPR Art. 6 | § 22 KunstUrhG, Art. 6 DSGVO",
    ],
    ["The owner of the place has agreed | Der Eigentümer des Ortes hat zugestimmt", "BGB (Germany) § 903 | § 903 BGB"],
    [
      "Music is licensed for business use | Musik ist für gewerbliche Nutzung lizenziert",
      "UrhG (Germany) § 15 | § 15 UrhG",
    ],
    [
      "No screens, name plates or files of customers are in the picture | Bildschirme, Namensschilder und Akten von Kunden sind nicht im Bild",
      "GDPR Art. 5, 6 | Art. 5, 6 DSGVO",
    ],
    ...(form.isAdvertisement
      ? [
          [
            "Paid for or gifted: marked at the beginning, and the network’s own label is switched on | Bezahlt oder geschenkt: Kennzeichnung am Anfang, dazu die des Netzwerks",
            "UWG (Germany) § 5a (4), DDG § 6 | § 5a Abs. 4 UWG, § 6 DDG",
          ] satisfies [Bilingual, Bilingual],
        ]
      : []),
  ];
  return tableOf(
    translateAll("Before you publish | Vor der Veröffentlichung", "Source | Quelle", "State | Stand"),
    lines.map((line) => [...line.map((one) => translate(one)), translate("to be checked | zu prüfen")]),
  );
}
