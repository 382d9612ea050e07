import { readFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";

/** One line of the report. */
export interface Figure {
  name: string;
  /** Value with its unit, as people read it. */
  figure: string;
  /** What it should be, in the same words; absent where nothing is promised. */
  bar?: string;
  isMet?: boolean;
}

/** A figure that must not be above its bar. */
export const atMost = (name: string, value: number, bar: number, unit: string, digits = 0): Figure => ({
  name,
  figure: `${value.toFixed(digits)} ${unit}`,
  bar: `<= ${bar} ${unit}`,
  isMet: value <= bar,
});

/** A figure that must not be below its bar. */
export const atLeast = (name: string, value: number, bar: number, unit: string, digits = 0): Figure => ({
  name,
  figure: `${value.toFixed(digits)} ${unit}`,
  bar: `>= ${bar} ${unit}`,
  isMet: value >= bar,
});

/** A figure without a bound. */
export const unboundedFigure = (name: string, figure: string): Figure => ({ name, figure });

/** The value below which `share` of the values lie; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The report as aligned text. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ["name", "figure", "bar", ""],
    ...figures.map(({ name, figure, bar, isMet }) => [
      name,
      figure,
      bar ?? "-",
      isMet === undefined ? "" : isMet ? "ok" : "short",
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Resident memory of a process, in MB of 1,000,000 bytes as operating systems print it. */
export async function residentMb(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return (Number(kilobytes) * 1024) / 1e6;
  }
  return (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) / 1e6;
}

/** CPU time a process used so far, user and system, in milliseconds; null where the system does not tell cheaply. */
export async function cpuMs(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Linux counts in ticks of 10 ms on every platform Node runs on (USER_HZ).
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
