import type { Block } from "#src/features/documents/document.ts";
import { limitedTable } from "../../domain/textBlocks.ts";
import { type Beat, beatQuestions, beatRoles, spanText } from "../../domain/video.ts";
import { type Bilingual, half, type Translate } from "../../kit/bilingual.ts";
import { type Column, longText, optional, pick, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import { type Facts, ownVoice, type TimedBeat, timedBeats, type VideoScene } from "./facts.ts";
import type { Form } from "./form.ts";

/* What a writer gives of a video. */

const { freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const hookWays = [
  { id: "h1", name: "Result first | Ergebnis zuerst", context: "shows or says the result before anything else" },
  {
    id: "h2",
    name: "Everyday moment | Moment aus dem Alltag",
    context: "a moment that the viewer knows, seen from inside",
  },
  { id: "h3", name: "Contradiction | Widerspruch", context: "says that a common assumption is wrong" },
] as const satisfies readonly { id: string; name: Bilingual; context: string }[];

export const hooks = rowPerItem(
  "hooks",
  "Openings to choose from | Einstiege zur Wahl",
  {
    voice: optional(text("Spoken | Gesprochen", "what can be said in 3 seconds, at most 8 words", 70)),
    screen: text("On screen | Eingeblendet", "at most 5 words, not the spoken ones", 40),
    shot: text("First picture | Erstes Bild", "what is to be seen before the first word", 120),
  },
  {
    ask: "Three openings; the first one is that of the script.",
    lead: ["Approach | Ansatz"],
    items: ({ translate }) => hookWays.map(({ id, name, context }) => ({ id, context, cells: [translate(name)] })),
    gap: "What makes your viewers stop within 3 seconds ({count:opening is|openings are} open)? | Was lässt Ihre Zuschauer binnen 3 Sekunden anhalten ({count:Einstieg ist|Einstiege sind} offen)?",
  },
);

/** `Point 2`. */
export const beatName = ({ role, number }: Pick<Beat, "role" | "number">, translate: Translate): string =>
  [translate(beatRoles[role]), ...(number > 0 ? [String(number)] : [])].join(" ");

/** Characters of a spoken word with its space, German ones included. */
const charactersPerWord = 9;

/** A beat of three seconds has a few words, one of 45 a paragraph: each row sets its own limit. */
const voice: Column = {
  ...optional(
    longText("Spoken | Gesprochen", "complete spoken words within the number of words; short main clauses", 1500),
  ),
  limits: { least: 2, most: 1500 },
};

export const beats = rowPerItem(
  "beats",
  "Script | Drehbuch",
  {
    voice,
    screen: text(
      "On screen | Eingeblendet",
      "at most 6 words that carry the beat without sound; not the spoken ones",
      60,
    ),
    shot: text("Shot | Einstellung", "size of shot, what is in it, movement", 160),
    cutaway: optional(text("Cutaway | Zwischenbild", "a second picture to cut to: detail, document, place", 120)),
    place: optional(text("Place | Ort", "one of the given places, word for word", 120)),
    sound: text("Sound | Ton", "original sound, silence or music, with the reason", 120),
    weight: pick("Weight | Gewicht", "for shorter versions", {
      helps: "helps | hilft",
      must: "must stay | muss bleiben",
      can: "can go | kann entfallen",
    }),
  },
  {
    ask: "The script beat by beat. Every beat can be followed without sound and without pictures. Never more words than the beat takes; digits count as a word each. Without a voice, nothing is spoken and the screen carries it.",
    isSeries: true,
    items: (scene) =>
      scene.facts.beats.map((beat) => ({
        id: beat.id,
        context: [
          spanText(beat),
          beatName(beat, (one) => half(one, "en")),
          scene.form.presenter === "silent" ? "no voice" : `at most ${beat.words} words`,
          half(beatQuestions[beat.role], "en"),
        ].join(" | "),
        cells: [`${spanText(beat)} · ${beatName(beat, scene.translate)}`],
        limits: { voice: Math.max(60, beat.words * charactersPerWord) },
        own: {
          [scene.form.presenter === "silent" ? "screen" : "voice"]: ownVoice(scene, beat),
          place: scene.form.places.length === 1 ? (scene.form.places[0] ?? "") : "",
        },
      })),
    blocks: (scene, rows) => scene.facts.beats.flatMap((beat) => beatBlocks(scene, beat, rows)),
    gap: "What do viewers see in each beat ({count:beat has|beats have} open fields)? | Was sehen Zuschauer in jedem Abschnitt ({count:Abschnitt hat|Abschnitte haben} offene Felder)?",
  },
);

const labels = [
  ["voice", "Spoken | Gesprochen"],
  ["screen", "On screen | Eingeblendet"],
  ["shot", "Shot | Einstellung"],
  ["cutaway", "Cutaway | Zwischenbild"],
  ["place", "Place | Ort"],
  ["sound", "Sound | Ton"],
] as const;

/** A beat with what was written for it, and one question while something is open. */
function beatBlocks(
  scene: VideoScene,
  beat: Beat,
  rows: readonly ({ id: string } & Record<(typeof labels)[number][0], string>)[],
): Block[] {
  const { translate, show, form, isWriting } = scene;
  const row = rows.find(({ id }) => id === beat.id);
  const items = labels.flatMap(([name, label]) => {
    const value = show(row?.[name] ?? "");
    return value === "" ? [] : [`${translate(label)}: ${value}`];
  });
  const isSilent = form.presenter === "silent";
  const isUnsaid = (isSilent ? row?.screen : row?.voice) === "" || row === undefined;
  const question = isUnsaid
    ? translate(beatQuestions[beat.role])
    : row.shot === ""
      ? translate("What does the camera show? | Was zeigt die Kamera?")
      : "";
  return [
    {
      type: "h",
      text: [
        `${spanText(beat)} · ${beatName(beat, translate)}`,
        ...(isSilent ? [] : [translate("up to {count} words | bis {count} Wörter", { count: beat.words })]),
      ].join(", "),
    },
    ...(items.length > 0 ? [{ type: "list" as const, ordered: false, items }] : []),
    ...(question === "" || isWriting ? [] : [note("gap", question)]),
  ];
}

/** Several tables rest on the same beats, and counting words takes time. */
const known = new WeakMap<VideoScene, TimedBeat[]>();
export function timedOf(scene: VideoScene): TimedBeat[] {
  const timed = known.get(scene) ?? timedBeats(scene, beats.of(scene));
  known.set(scene, timed);
  return timed;
}
export const isSpoken = (scene: VideoScene): boolean => timedOf(scene).some(({ voice }) => voice !== "");
export const isWritten = (scene: VideoScene): boolean => timedOf(scene).some(({ shot }) => shot !== "");

export const props = freeRows(
  "props",
  "Bring along | Mitbringen",
  {
    item: text("Item | Gegenstand", "thing, file or permission", 80),
    use: optional(text("For | Wofür", "which shot or purpose", 100)),
  },
  {
    ask: "Everything the shots need, the given items included; also what must be true of the room, such as quiet or daylight.",
    count: [3, 12],
    after: [beats],
    own: ({ form }) => form.props.map((item) => ({ item })),
    gap: "What must lie ready before the camera runs? | Was muss bereitliegen, bevor die Kamera läuft?",
  },
);

export const tags = freeRows(
  "tags",
  "Search words | Suchwörter",
  { tag: text("Search word | Suchwort", "what viewers type to find such a video", 40) },
  {
    ask: "For the tags of the network and for hashtags, the most fitting first.",
    count: [3, 8],
    after: [beats],
    blocks: ({ show }, rows): Block[] =>
      rows.length === 0 ? [] : [{ type: "p", text: rows.map(({ tag }) => show(tag)).join(", ") }],
  },
);

export const publishing = rowPerItem(
  "publishing",
  "Texts for publishing | Texte zur Veröffentlichung",
  { text: text("Text | Text", "complete text", 400) },
  {
    ask: "What goes with the video on its network.",
    after: [beats],
    items: ({ facts, form, translate }) =>
      facts.texts.map(({ id, name, context, limit }) => ({
        id,
        context,
        cells: [translate(name)],
        limits: { text: Math.min(limit, 600) },
        own: { text: id === "title" ? form.requirementTitle : id === "description" ? form.message : "" },
      })),
    blocks: (scene, rows) =>
      limitedTable(
        scene,
        ["Field | Feld"],
        scene.facts.texts.map(({ id, name, limit }) => ({
          id,
          cells: [scene.translate(name)],
          limit,
          platform: scene.form.platform,
        })),
        rows,
      ),
    gap: "What do title, description, pinned comment and cover say ({count:text is|texts are} open)? | Was sagen Titel, Beschreibung, fixierter Kommentar und Vorschaubild ({count:Text ist|Texte sind} offen)?",
  },
);
