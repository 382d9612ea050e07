import { addDays, dayNumber } from "#src/kit/time/dates.ts";

/* What European aid law asks of a firm: its size, its de minimis aid, the highest rate of a kind of project. */

export type FirmSize = "unknown" | "micro" | "small" | "medium" | "large";

interface Bounds {
  size: FirmSize;
  /** Fewer people than this. */
  heads: number;
  /** At most one of these two, €. */
  turnover: number;
  balance: number;
}
/** Recommendation 2003/361/EC. */
const bounds: readonly Bounds[] = [
  { size: "micro", heads: 10, turnover: 2e6, balance: 2e6 },
  { size: "small", heads: 50, turnover: 10e6, balance: 10e6 },
  { size: "medium", heads: 250, turnover: 50e6, balance: 43e6 },
];

/** By heads, and turnover or balance sheet total. Partner and linked firms are not counted in. */
export function firmSizeOf(heads: number | null, turnover: number | null, balance: number | null): FirmSize {
  // So many people make a large firm whatever it earns.
  if (heads !== null && heads >= 250) return "large";
  if (heads === null || (turnover === null && balance === null)) return "unknown";
  const within = bounds.find(
    (bound) =>
      heads < bound.heads && ((turnover ?? Infinity) <= bound.turnover || (balance ?? Infinity) <= bound.balance),
  );
  // A total alone above its bound says nothing while the other one is missing.
  return within?.size ?? (turnover === null || balance === null ? "unknown" : "large");
}

/** Regulation (EU) 2023/2831: € for one undertaking in any period of three years. */
export const deMinimisLimit = 300_000;

export interface PastAid {
  /** `YYYY-MM-DD`; empty: counted, since nobody knows that it is older. */
  grantedOn: string;
  amount: number | null;
}

/** First day of the three years that end on a day. */
export function threeYearsBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 3).padStart(4, "0");
  const same = `${year}${day.slice(4)}`;
  // The 29th of February has no like three years before.
  return addDays(dayNumber(same) > 0 && !day.endsWith("-02-29") ? same : `${year}-02-28`, 1);
}

/** De minimis aid granted in the three years up to a day, both ends counted. */
export const deMinimisSum = (aids: readonly PastAid[], day: string): number =>
  aids
    .filter(({ grantedOn }) => grantedOn === "" || (grantedOn <= day && grantedOn >= threeYearsBefore(day)))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0);

export type ProjectKind = "development" | "industrial" | "feasibility" | "other";
const baseRate: Readonly<Record<Exclude<ProjectKind, "other">, number>> = {
  industrial: 50,
  development: 25,
  feasibility: 50,
};

/** Highest aid intensity in % by Article 25 of Regulation (EU) 651/2014; null where it sets none. */
export function aidCeiling(kind: ProjectKind, size: FirmSize, isJoint: boolean): number | null {
  if (kind === "other" || size === "unknown") return null;
  const bonus = size === "large" ? 0 : size === "medium" ? 10 : 20;
  return Math.min(80, baseRate[kind] + bonus + (isJoint && kind !== "feasibility" ? 15 : 0));
}
