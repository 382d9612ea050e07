import type { Run } from "./contract.ts";

/** Whether a run brought a result that the person has returned. */
export const isReturned = ({ status, coinsState }: Pick<Run, "status" | "coinsState">): boolean =>
  status === "succeeded" && coinsState === "released";

/** Event streams that one person may have open at a process. */
export const maxStreams = 10;
/** Of these, at one run: three pages may follow it. */
export const maxStreamsPerRun = 3;
