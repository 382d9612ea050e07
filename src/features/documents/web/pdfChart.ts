import { barOf, chartFigure, isLine, lineFigures } from "./chartFigures.ts";
import type { Block } from "../document.ts";
import { ink, type Item, type Paper } from "./pdfPaper.ts";
import { layoutLines, type TextStyle } from "./pdfText.ts";

/* Charts of a PDF as lines and areas, with each figure as text. */

type ChartBlock = Extract<Block, { type: "chart" }>;

const size = 8.6;
const rowHeight = 14;
const lineHeight = 110;
const green = "#0a6647";

const label: TextStyle = { face: "sans", size, color: ink.text };
const bold: TextStyle = { face: "sansBold", size, color: ink.text };

/** A chart with its title; bars are rows that a page break may part, each with its name and its figure. */
export function chartItems(chart: ChartBlock, paper: Paper, language: string): Item[] {
  if (chart.points.length === 0) return [];
  const title = textItem(paper, chart.label, bold, 4);
  const rows = isLine(chart)
    ? [lineItem(chart, paper), textItem(paper, lineFigures(chart, language), label, 4)]
    : barItems(chart, paper, language);
  return [{ ...title, isKept: true }, ...rows];
}

function textItem(paper: Paper, text: string, look: TextStyle, after: number): Item {
  const lines = layoutLines([{ text, look }], paper.width, paper.measure);
  return {
    height: lines.length * size * 1.36 + after,
    notes: [],
    draw: (y) => {
      const struct = paper.struct("P");
      lines.forEach((line, at) => paper.line(line, paper.left, y + at * size * 1.36 + size, struct));
      struct.end();
    },
  };
}

function barItems(chart: ChartBlock, paper: Paper, language: string): Item[] {
  const names = chart.points.map((point) =>
    layoutLines([{ text: point.label, look: label }], paper.width * 0.34, paper.measure),
  );
  const figures = chart.points.map((point) =>
    layoutLines([{ text: chartFigure(point.value, chart, language), look: bold }], paper.width * 0.3, paper.measure),
  );
  const widest = (all: typeof names): number => all.flat().reduce((most, { width }) => Math.max(most, width), 0);
  const left = widest(names) + 10;
  const room = paper.width - left - widest(figures) - 10;
  return chart.points.map((point, at) => {
    const own = names[at] ?? [];
    const height = Math.max(rowHeight, own.length * size * 1.3 + 3);
    return {
      height,
      notes: [],
      isKept: at === 0,
      draw: (y) => {
        const struct = paper.struct("P");
        own.forEach((line, row) => paper.line(line, paper.left, y + size + 1 + row * size * 1.3, struct));
        const [said] = figures[at] ?? [];
        if (said) paper.line(said, paper.left + paper.width - said.width, y + size + 1, struct);
        struct.end();
        paper.artifact(() => {
          const { x, width } = barOf(chart.points, point.value, room);
          paper.file.rect(paper.left + left + x, y + 3, Math.max(0.5, width), 7).fill(green);
        });
      },
    };
  });
}

function lineItem({ points, label: name }: ChartBlock, paper: Paper): Item {
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  return {
    height: lineHeight + 8,
    notes: [],
    isKept: true,
    draw: (top) => {
      const x = (at: number): number => paper.left + 4 + (at * (paper.width - 8)) / (points.length - 1);
      const y = (value: number): number =>
        top + lineHeight - 4 - (high === low ? 0 : ((value - low) / (high - low)) * (lineHeight - 8));
      const struct = paper.struct("Figure", undefined, name);
      paper.marked(struct, "Figure", () => {
        paper.rule(paper.left, y(0), paper.width, ink.line2);
        const { file } = paper;
        file.lineWidth(1.4).strokeColor(green);
        values.forEach((value, at) => (at === 0 ? file.moveTo(x(at), y(value)) : file.lineTo(x(at), y(value))));
        file.stroke();
        for (const [at, value] of values.entries()) file.circle(x(at), y(value), 1.8).fill(green);
      });
      struct.end();
    },
  };
}
