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

/** Figures below a line; of a long one the beginning, the lowest, the highest and the end. */
export function lineFigures({ unit, points }: ChartBlock, language: string): string {
  const values = points.map(({ value }) => value);
  const marks = new Set([
    0,
    values.indexOf(Math.min(...values)),
    values.indexOf(Math.max(...values)),
    values.length - 1,
  ]);
  const shown = points.filter((_, at) => points.length <= maxNames || marks.has(at));
  return shown.map((point) => namedFigure(point, { unit }, language)).join("  ·  ");
}
