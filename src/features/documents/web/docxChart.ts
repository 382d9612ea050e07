import { Paragraph, TextRun } from "docx";
import { type ChartFont, ChartRun } from "docx/charts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { chartFigure, isLine, lineFigures, namedFigure } from "./chartFigures.ts";
import type { Block } from "../document.ts";
import { isText, sans, sansWidth, tableSize } from "./docxTable.ts";
import { xmlText } from "./xmlText.ts";

/* Charts of a Word file: Word's own, which people can restyle there and whose figures they can open as a table. */

type ChartBlock = Extract<Block, { type: "chart" }>;

const green = "0A6647";
const font: ChartFont = { name: sans, size: 8, color: "161D19" };
/** Twentieths of a point in a pixel. */
const pixel = 15;
/** Pixels. */
const [barHeight, barEdges, lineHeight, steepLineHeight] = [20, 16, 190, 240];
/** Number of points from which names below a line are slanted. */
const manyPoints = 13;
/** Codes by which a format of figures takes the separators of a language, where a program knows them. */
const separators: Record<string, string> = { de: "[$-407]", en: "[$-809]" };
/** Twentieths of a point between a bar and its figure, and the share of a chart's width that bars have beside names. */
const [labelGap, plotShare] = [160, 0.75];
/** Digits behind the point that a text of the document shows at most. */
const maxDigits = 3;

/** How a chart writes its figures, which follow the table behind it: `#,##0.0" €"`. */
function numberFormat({ points, unit }: ChartBlock, language: string, hasUnit: boolean): string {
  const digits = points.map(({ value }) => (Number(value.toFixed(maxDigits)).toString().split(".")[1] ?? "").length);
  const most = Math.min(maxDigits, Math.max(0, ...digits));
  const shown = xmlText(unit).replace(/"/gu, "");
  return `${separators[language.slice(0, 2).toLowerCase()] ?? ""}#,##0${most === 0 ? "" : `.${"0".repeat(most)}`}${hasUnit && shown !== "" ? `"\u00a0${shown}"` : ""}`;
}

/**
 * A chart with its name above; a line has its figures below. The description for screen readers contains every figure.
 * @param width twentieths of a point
 */
export function docxChart(chart: ChartBlock, width: number, language: string, isKept: boolean): Paragraph[] {
  const { label, points } = chart;
  if (points.length === 0) return [];
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const hasFigures = isLine(chart);
  const widest = points.map(({ value }) => sansWidth(chartFigure(value, chart, language), 2 * (font.size ?? 9)));
  // Behind the longest bar there is room for its figure.
  const room = (1.3 * Math.max(...widest) + labelGap) / (width * plotShare);
  const told = points.map((point) => namedFigure(point, chart, language)).join("; ");
  const common = {
    categories: points.map((point) => xmlText(point.label)),
    series: [{ name: xmlText(label) || "–", values, color: green, line: { width: 1.5 } }],
    legend: false,
    font: { name: sans },
    chartArea: { fill: "none", border: "none" },
    altText: { name: xmlText(label), description: xmlText(`${label}: ${told}`) },
  } as const;
  const size = (height: number) => ({ width: Math.floor(width / pixel), height });
  const drawing = hasFigures
    ? new ChartRun({
        type: "line",
        ...common,
        markers: { shape: "circle", size: 4 },
        transformation: size(points.length < manyPoints ? lineHeight : steepLineHeight),
        // Names are below the line, and not across it at zero.
        categoryAxis: { font, crossesAt: "minimum" },
        valueAxis: { font, numberFormat: numberFormat(chart, language, false), ...(low < 0 ? {} : { minimum: 0 }) },
      })
    : new ChartRun({
        type: "bar",
        ...common,
        series: common.series.map(({ line: _, ...series }) => series),
        gapWidth: 60,
        transformation: size(barEdges + points.length * barHeight),
        categoryAxis: { font, reverseOrder: true },
        // Bars begin at zero, or they would lie.
        valueAxis: {
          visible: false,
          gridlines: false,
          ...(low < 0 ? {} : { minimum: 0 }),
          ...(high > 0 && room < 0.8 ? { maximum: high / (1 - room) } : {}),
        },
        dataLabels: { value: true, numberFormat: numberFormat(chart, language, true), font: { ...font, bold: true } },
      });
  const text = (content: string, more: object = {}): TextRun =>
    new TextRun({ text: xmlText(content), font: sans, size: tableSize, ...more });
  return [
    // In one paragraph, a page break cannot part the name from the drawing.
    new Paragraph({
      keepLines: true,
      keepNext: hasFigures || isKept,
      spacing: { before: 120, after: hasFigures ? 20 : 140 },
      children: [...(isText(label) ? [text(label, { bold: true }), text("", { break: 1 })] : []), drawing],
    }),
    ...(hasFigures
      ? [new Paragraph({ keepNext: isKept, spacing: { after: 140 }, children: [text(lineFigures(chart, language))] })]
      : []),
  ];
}

const [labelsBegin, labelsEnd] = ["<c:dLbls>", "</c:dLbls>"];

/**
 * Keeps the figures of bars on one line: LibreOffice breaks those that the library lets it break.
 * @param file a Word file @returns the file with each of its charts changed
 */
export function withWholeFigures(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(file);
  for (const [name, bytes] of Object.entries(parts)) {
    if (!/^word\/charts\/[^/]+\.xml$/u.test(name)) continue;
    const [before = "", ...labels] = strFromU8(bytes).split(labelsBegin);
    const whole = labels.map((text) => {
      const end = text.indexOf(labelsEnd);
      return text.slice(0, end).replaceAll('wrap="square"', 'wrap="none"') + text.slice(end);
    });
    parts[name] = strToU8([before, ...whole].join(labelsBegin));
  }
  // Packed once already: most of what a higher level would save costs as much time again.
  return zipSync(parts, { level: 3 });
}
