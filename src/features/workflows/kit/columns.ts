import { z } from "zod";
import { date as dateSchema } from "#src/kit/schemas.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { clipped, oneLine } from "../domain/wording.ts";
import { type Bilingual, half } from "./bilingual.ts";
import { sentencesOf } from "./claims.ts";
import { isQuoteIn } from "./quotes.ts";
import type { Scene } from "./state.ts";

/** A cell that a writer fills. It knows its schema in the answer, its line in the prompt, and how people see it. */
export interface Column<Value = string> {
  title: Bilingual;
  kind: "text" | "long" | "quote" | "pick" | "number" | "date" | "refs";
  /** Line of the prompt. The schema does not repeat it: some servers take the schema as text, and then it costs twice. */
  ask: string;
  schema: z.ZodType<Value>;
  empty: Value;
  /** Characters of a usual answer: questions are packed by it. */
  size: number;
  /** Characters as people count them, for texts; no limit otherwise. */
  limits?: { least: number; most: number };
  /** An empty cell is a complete answer and no gap. */
  isOptional?: boolean;
  /** A quote that stands for itself: it is shown as a fact with its source, and proves no other cell. */
  isStatement?: boolean;
  /** A value that code chose: no field shows it as a text to type. */
  isChosen?: boolean;
  /** Names of a closed set, for a person who chooses. */
  options?: Readonly<Record<string, Bilingual>>;
  // Written as methods, so that columns of different values fit into one list.
  show(value: Value, scene: Scene): string;
  /** What of a given value stays; `empty` when nothing does. `material`: what the writer of this very part was shown. */
  accept(value: Value, scene: Scene, material: string): Value;
}
export type AnyColumn = Column | Column<number | null> | Column<string[]>;
export type Columns = Readonly<Record<string, AnyColumn>>;
export type RowOf<C> = { id: string } & { -readonly [Name in keyof C]: C[Name] extends Column<infer V> ? V : never };

/** Cells of up to this many characters hold names; "Ida" and "DHL" are complete ones. */
const longestName = 80;
/**
 * Minimum length of a cell: two characters for names, else a twentieth of the maximum, which rejects "Write it." where
 * a paragraph was asked for.
 */
const minOf = (most: number): number => (most <= longestName ? 2 : Math.floor(most / 20));

/** Words of the person: they are shown whole, where a model's are cut to the room of their cell. */
function isByHand(value: string, { state, context }: Scene): boolean {
  const own = Object.values(state.edits?.own ?? {}).map(({ sentences }) => sentences);
  return (
    own.length > 0 &&
    sentencesOf(value, context.language).every((sentence) => own.some((known) => known.includes(sentence)))
  );
}

function written(kind: "text" | "long", title: Bilingual, ask: string, most: number): Column {
  return {
    title,
    kind,
    ask: `${ask}, at most ${most} characters`,
    schema: z.string().max(Math.max(4000, most * 2)),
    empty: "",
    size: Math.round(most * 0.7),
    limits: { least: minOf(most), most },
    show: (value, scene) => {
      const shown = scene.show(value);
      if (kind === "long") return shown;
      const line = oneLine(shown);
      return line.length > most && isByHand(value, scene) ? line : clipped(line, most, Math.max(300, most * 2));
    },
    accept: (value) => value.trim(),
  };
}

/** One line or a short passage. @param most characters */
export const text = (title: Bilingual, ask: string, most = 240): Column => written("text", title, ask, most);

/** Several paragraphs, separated by an empty line. @param most characters */
export const longText = (title: Bilingual, ask: string, most: number): Column => written("long", title, ask, most);

/** Words copied from the material of this part; those that do not occur in it are removed. */
export const quote = (title: Bilingual, ask: string, most = 300): Column => ({
  ...written("text", title, `${ask}; copied word for word`, most),
  kind: "quote",
  accept: (value, scene, material) => {
    if (isQuoteIn(value, material)) return value.trim();
    // An amount that reads like a computed figure was given that figure's name on the way here.
    const said = scene.show(value);
    return isQuoteIn(said, material) ? said.trim() : "";
  },
});

/** A quote that is a fact of its own: the promise of a firm, a sentence of its page. */
export const statement = (title: Bilingual, ask: string, most = 300): Column => ({
  ...quote(title, ask, most),
  isStatement: true,
});

/**
 * One of a closed set. The first option is the neutral default. Stored as its key, shown in the language of the
 * document.
 */
export const pick = <const Options extends Readonly<Record<string, Bilingual>>>(
  title: Bilingual,
  ask: string,
  options: Options,
): Column<keyof Options & string> => ({
  title,
  kind: "pick",
  options,
  ask: `${ask}: ${Object.entries(options)
    .map(([name, label]) => `${name} = ${half(label, "en")}`)
    .join("; ")}`,
  schema: z.enum(Object.keys(options) as [keyof Options & string]),
  empty: Object.keys(options)[0] ?? "",
  size: 12,
  show: (value, { translate }) => {
    const option = Object.hasOwn(options, value) ? options[value] : undefined;
    return option ? translate(option) : value;
  },
  accept: (value) => (Object.hasOwn(options, value) ? value : (Object.keys(options)[0] ?? "")),
});

/** Sums, shares and times of larger ones leave what a number can hold; forms take no larger amount either. */
const largestNumber = 1e13;

export const number = (title: Bilingual, ask: string): Column<number | null> => ({
  title,
  kind: "number",
  ask,
  schema: z.number().min(-largestNumber).max(largestNumber).nullable(),
  empty: null,
  size: 8,
  show: (value) => (value === null ? "" : String(value)),
  accept: (value) => value,
});

/** A calendar date as `YYYY-MM-DD`; anything else is removed. */
export const date = (title: Bilingual, ask: string): Column => ({
  title,
  kind: "date",
  ask: `${ask}, as YYYY-MM-DD`,
  schema: z.string().max(40),
  empty: "",
  size: 12,
  show: (value, { language }) => (value === "" ? "" : dayText(value, language)),
  accept: (value) => (dateSchema.safeParse(value.trim()).success ? value.trim() : ""),
});

/** An instant that code chose and computes with, ISO: calls may put another one there, and nothing else. */
export const instant = (title: Bilingual): Column => ({
  ...text(title, "", 40),
  schema: z.iso.datetime().max(40),
  isChosen: true,
});

/** Ids of other rows or of numbered lines. @param show text of an id; null for one that does not exist: it is dropped */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the workflow's own scene, which callers name
export const refs = <S extends Scene = Scene>(
  title: Bilingual,
  ask: string,
  show: (id: string, scene: S) => string | null,
): Column<string[]> => ({
  title,
  kind: "refs",
  ask,
  schema: z.array(z.string().max(24)).max(20),
  empty: [],
  size: 24,
  isOptional: true,
  show: (value, scene) => value.map((id) => show(id, scene as S) ?? id).join(", "),
  accept: (value, scene) => [...new Set(value)].filter((id) => show(id, scene as S) !== null),
});

/** A column that may stay empty without being a gap. */
export const optional = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  isOptional: true,
  ask: `${column.ask}; empty when there is nothing to say`,
});
