/** What a test run is made of, as its parts tell each other: the reporter inside of Vitest, and the script around it. */

export interface Failure {
  project: string;
  /** Path of the test file from the root of the repository. */
  file: string;
  /** Names of the suites around the test and its own, outermost first; empty when the file itself failed. */
  names: string[];
  /** Messages with what was expected, and the line of ours each comes from. */
  errors: string[];
  evidence: Evidence[];
}

/** What a browser test left: a folder, and the lines of it that say most. */
export interface Evidence {
  folder: string;
  lines: string[];
}

export interface FileOutcome {
  project: string;
  file: string;
  milliseconds: number;
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** What tests that passed left behind: those of a second try leave their trace in any case. */
  kept: { names: string[]; evidence: Evidence[] }[];
}

/** What the reporter sends to the script that started Vitest. */
export type Report =
  | { type: "started"; files: number }
  | { type: "file"; outcome: FileOutcome }
  /** Errors outside of any test, such as an unhandled rejection. */
  | { type: "ended"; stray: string[] };

export const isReport = (message: unknown): message is Report =>
  typeof message === "object" && message !== null && "type" in message;
