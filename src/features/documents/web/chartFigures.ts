import type { Block } from "../document.ts";
import { chartValue } from "../rendering.ts";

/* What is written beside a drawn chart. */

type ChartBlock = Extract<Block, { type: "chart" }>;
type Point = ChartBlock["points"][number];

/** Points of a line that are named below it at most. */
const maxNames = 12;

/** A figure of a chart with its unit, as the text of the document writes it. */
export const chartFigure = (value: number, { unit }: Pick<ChartBlock, "unit">, language: string): string =>
  `${chartValue(value, language)}${unit === "" ? "" : `\u00a0${unit}`}`;

/** `January: 3 €`: a point with its figure. */
export const namedFigure = ({ label, value }: Point, chart: Pick<ChartBlock, "unit">, language: string): string =>
  `${label}: ${chartFigure(value, chart, language)}`;

/** Whether a chart is drawn as a line; one point makes none. */
export const isLine = ({ kind, points }: ChartBlock): boolean => kind === "line" && points.length > 1;

/** Points of a line that people look for, by their indexes; a point that is two of them is named by the later one. */
export function landmarksOf(points: readonly Point[]): Map<number, "first" | "last" | "lowest" | "highest"> {
  const values = points.map(({ value }) => value);
  return new Map([
    [0, "first"],
    [values.length - 1, "last"],
    [values.indexOf(Math.min(...values)), "lowest"],
    [values.indexOf(Math.max(...values)), "highest"],
  ]);
}

/** Where a bar begins and how long it is, on a scale of the given length that holds 0 and every value. */
export function barOf(points: readonly Point[], value: number, room: number): { x: number; width: number } {
  const values = points.map((point) => point.value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const scale = high === low ? 0 : room / (high - low);
  return { x: (Math.min(0, value) - low) * scale, width: Math.abs(value) * scale };
}

/** Figures below a line; of a long one the beginning, the lowest, the highest and the end. */
export function lineFigures({ unit, points }: ChartBlock, language: string): string {
  const marks = landmarksOf(points);
  const shown = points.filter((_, at) => points.length <= maxNames || marks.has(at));
  return shown.map((point) => namedFigure(point, { unit }, language)).join("  ·  ");
}
