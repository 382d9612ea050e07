/** Answers that public/theme.js asked for while this script was on its way, by path. */
interface EarlyAnswer {
  /** `performance.now()` of the question. */
  at: number;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    pioneerEarly?: Record<string, EarlyAnswer>;
  }
}

/** An answer nobody took for so long is not shown any more; milliseconds. */
const freshMs = 10_000;

/** The early answer to a GET of a path, once: whoever asks again asks the server. */
export function takePrefetched(path: string): Promise<Response> | undefined {
  const all = typeof window === "undefined" ? undefined : window.pioneerEarly;
  const early = all?.[path];
  if (!all || !early) return undefined;
  delete all[path];
  return performance.now() - early.at < freshMs ? early.answer : undefined;
}
