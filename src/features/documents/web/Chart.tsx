import type { Block } from "../document.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatNumber } from "#src/ui/format.ts";
import { barOf, landmarksOf } from "./chartFigures.ts";
import cx from "./Chart.module.css";

type ChartBlock = Extract<Block, { type: "chart" }>;

/** A line of more points has only those below it that people look for. */
const mostPoints = 12;

/**
 * Bars are rows of a list with their figures, so that they read without being seen; a line has its points below. Of a
 * long line the beginning, the lowest, the highest and the end are shown, and all points can be heard.
 */
export function Chart({ chart }: { chart: ChartBlock }) {
  const { t } = useTranslation("projects");
  const language = useLanguage();
  const figure = (value: number): string =>
    `${formatNumber(value, language)}${chart.unit ? `\u00a0${chart.unit}` : ""}`;
  if (chart.points.length === 0) return null;
  const landmarks = landmarksOf(chart.points);
  const isLong = chart.kind === "line" && chart.points.length > mostPoints;
  return (
    <figure className={cx("doc-chart num")}>
      <figcaption>{chart.label}</figcaption>
      {chart.kind === "line" && chart.points.length > 1 ? (
        <Line chart={chart} name={t("document.chart", { label: chart.label })} />
      ) : null}
      {isLong ? (
        <ul className={cx("doc-points")} aria-hidden="true">
          {chart.points.map(({ label, value }, index) => {
            const name = landmarks.get(index);
            return name ? (
              <li key={name}>
                <span>{`${t(`document.${name}`)}, ${label}`}</span>
                <b>{figure(value)}</b>
              </li>
            ) : null;
          })}
        </ul>
      ) : null}
      <ul className={cx(isLong ? "sr-only" : chart.kind === "line" ? "doc-points" : "doc-bars")}>
        {chart.points.map((point, index) => (
          <li key={index}>
            <span>{point.label}</span>
            {chart.kind === "bar" ? (
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  className={cx("doc-bar print-colours")}
                  {...barOf(chart.points, point.value, 100)}
                  y="0"
                  height="8"
                />
              </svg>
            ) : null}
            <b>{figure(point.value)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const width = 560;
const height = 140;
const edge = 6;

function Line({ chart, name }: { chart: ChartBlock; name: string }) {
  const values = chart.points.map((point) => point.value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const x = (index: number): number => edge + (index * (width - 2 * edge)) / (values.length - 1);
  const y = (value: number): number =>
    height - edge - (high === low ? 0 : ((value - low) / (high - low)) * (height - 2 * edge));
  return (
    <svg className={cx("doc-line")} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
      <line x1="0" x2={width} y1={y(0)} y2={y(0)} className={cx("doc-axis")} />
      <polyline points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
      {values.map((value, index) => (
        <circle key={index} cx={x(index)} cy={y(value)} r="3" />
      ))}
    </svg>
  );
}
