import type { Edit, SectionEditor } from "#src/features/documents/edits.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

/* What the sample page edits, and what becomes of it: data here, not texts of the product. */

export type SampleName = "prose" | "rows" | "long" | "fixed" | "texts";

export const sampleTexts = {
  en: {
    title: "Five checks before the first frost",
    edit: "Edit",
    gap: "Stopping distance from 20 km/h, dry and wet: what did you measure?",
    asked: "You asked:",
    wish: "shorter, one number per check",
    lines: ["Brakes in the wet", "Autumn service", "What a family plan covers", "Lights that last"],
    hook: "Most bikes had squealed for weeks before anyone called us.",
    columns: { topic: "Topic", hook: "Opening sentence", channel: "Channel", day: "Day", minutes: "Minutes" },
    lead: "Week",
    channels: ["LinkedIn", "Newsletter", "Instagram"],
    paragraphs: [
      "Measure the pads with a caliper and write the value on the service card. Below 1.0 mm they go, whatever they look like.",
      "Spin the wheel and look for a rotor that is bent by more than half a millimetre. Pull the lever ten times: the bite point must not move.\nA drop of oil on the pad is enough to lose half of the brake.",
    ],
    before: [
      "Have a look at the pads with a caliper and then write the value that you find on the service card. Below a certain thickness they go, whatever they look like.",
      "Spin the wheel and look for a rotor that is bent by more than half a millimetre. It can also be a good idea to pull the lever a couple of times.",
    ],
    after: [
      "Measure the pads with a caliper and write the value on the service card. Below 1.0 mm they go, whatever they look like.",
      "Spin the wheel and look for a rotor that is bent by more than half a millimetre. Pull the lever ten times: the bite point must not move.",
    ],
    texts: [
      ["Subject", "Fourteen bikes, one service day"],
      ["Opening", "You run fourteen cargo bikes in Leipzig. We look after 214 of them for eleven fleets."],
    ],
  },
  de: {
    title: "Fünf Prüfungen vor dem ersten Frost",
    edit: "Bearbeiten",
    gap: "Bremsweg aus 20 km/h, trocken und nass: Was haben Sie gemessen?",
    asked: "Ihre Anweisung:",
    wish: "kürzer, eine Zahl je Prüfung",
    lines: ["Bremsen bei Nässe", "Herbstinspektion", "Was ein Familienplan abdeckt", "Scheinwerferreinigungsanlage"],
    hook: "Die meisten Räder quietschten schon seit Wochen, bevor uns jemand anrief.",
    columns: {
      topic: "Thema",
      hook: "Einstiegssatz",
      channel: "Veröffentlichungskanal",
      day: "Tag",
      minutes: "Minuten",
    },
    lead: "Woche",
    channels: ["LinkedIn", "Newsletter", "Instagram"],
    paragraphs: [
      "Messen Sie die Beläge mit einem Messschieber und schreiben Sie den Wert auf die Servicekarte. Unter 1,0 mm müssen sie raus, egal wie sie aussehen.",
      "Drehen Sie das Rad und suchen Sie nach einer Bremsscheibe, die mehr als einen halben Millimeter verzogen ist. Ziehen Sie den Hebel zehnmal: Der Druckpunkt darf nicht wandern.",
    ],
    before: [
      "Schauen Sie sich die Beläge mit einem Messschieber an und schreiben Sie dann den Wert, den Sie finden, auf die Servicekarte. Unter einer gewissen Dicke müssen sie raus.",
      "Drehen Sie das Rad und suchen Sie nach einer verzogenen Bremsscheibe. Es kann auch eine gute Idee sein, den Hebel ein paarmal zu ziehen.",
    ],
    after: [
      "Messen Sie die Beläge mit einem Messschieber und schreiben Sie den Wert auf die Servicekarte. Unter 1,0 mm müssen sie raus.",
      "Drehen Sie das Rad und suchen Sie nach einer verzogenen Bremsscheibe. Ziehen Sie den Hebel zehnmal: Der Druckpunkt darf nicht wandern.",
    ],
    texts: [
      ["Betreff", "Vierzehn Räder, ein Servicetag"],
      ["Einstieg", "Sie betreiben vierzehn Lastenräder in Leipzig. Wir betreuen 214 davon für elf Flotten."],
    ],
  },
} satisfies Record<AppLanguage, unknown>;

type Rows = Extract<SectionEditor, { kind: "rows" }>;

function rowsOf(language: AppLanguage, count: number, isOpen: boolean): Rows {
  const s = sampleTexts[language];
  return {
    kind: "rows",
    isOpen,
    columns: [
      { name: "topic", title: s.columns.topic, kind: "text", most: 40 },
      {
        name: "channel",
        title: s.columns.channel,
        kind: "pick",
        options: s.channels.map((label, at) => ({ value: `c${at}`, label })),
      },
      { name: "day", title: s.columns.day, kind: "date" },
      { name: "minutes", title: s.columns.minutes, kind: "number" },
      { name: "hook", title: s.columns.hook, kind: "long", most: 240 },
    ],
    rows: Array.from({ length: count }, (_, at) => ({
      id: `i${at}`,
      lead: isOpen ? [] : [`${s.lead} ${at + 1}`],
      cells: {
        topic: s.lines[at % s.lines.length] ?? "",
        channel: at === 1 ? "" : `c${at % 3}`,
        day: `2027-02-${String(1 + (at % 28)).padStart(2, "0")}`,
        minutes: String(at * 12.5),
        hook: s.hook,
      },
    })),
  };
}

/** What each sample begins with. */
export function sampleEditors(language: AppLanguage): Record<SampleName, SectionEditor> {
  const s = sampleTexts[language];
  const many = new URLSearchParams(location.search).get("paragraphs");
  const paragraphs = Array.from(
    { length: Number(many ?? s.paragraphs.length) },
    (_, at) => s.paragraphs[at % s.paragraphs.length] ?? "",
  );
  return {
    prose: { kind: "prose", paragraphs },
    rows: rowsOf(language, 4, true),
    long: rowsOf(language, 240, true),
    fixed: rowsOf(language, 3, false),
    texts: {
      kind: "texts",
      texts: s.texts.map(([title = "", text = ""], at) => ({ at: `texts/${at}`, title, text })),
    },
  };
}

let added = 0;

/** A sample after an edit, as a server would answer it. */
export function applied(editor: SectionEditor, edit: Edit): SectionEditor {
  if (edit.kind === "prose" && editor.kind === "prose") return { ...editor, paragraphs: edit.paragraphs };
  if (edit.kind === "text" && editor.kind === "texts")
    return { ...editor, texts: editor.texts.map((one) => (one.at === edit.at ? { ...one, text: edit.text } : one)) };
  if (editor.kind !== "rows") return editor;
  const { rows } = editor;
  switch (edit.kind) {
    case "text": {
      const [, id, name = ""] = edit.at.split("/");
      return {
        ...editor,
        rows: rows.map((row) => (row.id === id ? { ...row, cells: { ...row.cells, [name]: edit.text } } : row)),
      };
    }
    case "addRow": {
      added += 1;
      const at = edit.after === null ? 0 : rows.findIndex(({ id }) => id === edit.after) + 1;
      return { ...editor, rows: rows.toSpliced(at, 0, { id: `new${added}`, lead: [], cells: edit.cells }) };
    }
    case "removeRow":
      return { ...editor, rows: rows.filter(({ id }) => id !== edit.id) };
    case "moveRow": {
      const from = rows.findIndex(({ id }) => id === edit.id);
      const row = rows[from];
      return row ? { ...editor, rows: rows.toSpliced(from, 1).toSpliced(edit.to, 0, row) } : editor;
    }
    default:
      return editor;
  }
}
