import { EngineError } from "../../engine.ts";
import type { EngineErrorCode } from "../../engine.ts";
import { toEngineError } from "./engineErrors.ts";
import type { Model, ModelFinish, ModelRequest, ModelStream } from "./model.ts";

/** Limits of one call, milliseconds. */
export interface CallLimits {
  /** From the request to the first text or thought, headers that never come included. */
  firstMs: number;
  /** Between two signs of life. */
  stallMs: number;
  /** What is left of the run. */
  totalMs: number;
}

/**
 * Asks a model once and yields its text as it comes; returns how it finished. The request is really aborted when the
 * person cancels, a limit passes, or the reader stops early.
 * @throws EngineError with any code of design 6 but `invalid_output` and `nothing_found`
 */
export async function* callModel(
  model: Model,
  request: Omit<ModelRequest, "signal">,
  limits: CallLimits,
  signal: AbortSignal,
): AsyncGenerator<string, ModelFinish> {
  const controller = new AbortController();
  let stream: ModelStream | null = null;
  let stopped: EngineError | null = null;
  let isWaiting = true;
  let hasText = false;
  let isOver = false;

  let releaseOpening: (fault: EngineError) => void = () => undefined;
  const opening = new Promise<never>((_, reject) => {
    releaseOpening = reject;
  });
  opening.catch(() => undefined);
  const stop = (code: EngineErrorCode, message: string): void => {
    stopped ??= new EngineError(code, message);
    controller.abort();
    stream?.cancel();
    releaseOpening(stopped);
  };

  const onAbort = (): void => stop("cancelled", "cancelled");
  const first = startSilenceTimer(limits.firstMs, () => stop("timeout", `no answer within ${limits.firstMs} ms`));
  const total = setTimeout(() => stop("timeout", `no end within ${limits.totalMs} ms`), limits.totalMs);
  const stall: { patience: SilenceTimer | null } = { patience: null };
  const onStall = (): void => {
    // A slow reader of ours is not a provider that pauses.
    if (isWaiting) stop("timeout", `silent for ${limits.stallMs} ms`);
  };
  const isAlive = (): void => {
    first.end();
    stall.patience ??= startSilenceTimer(limits.stallMs, onStall);
  };

  try {
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    stopIf(stopped);
    const asked = model({ ...request, signal: controller.signal });
    // A response that arrives after the abort is cancelled.
    asked.then((late) => stopped && late.cancel()).catch(() => undefined);
    stream = await Promise.race([asked, opening]);
    for (let isPing = false; ;) {
      if (!isPing) stall.patience?.renew();
      isWaiting = true;
      const part = await stream.next();
      isWaiting = false;
      stopIf(stopped);
      isPing = part?.type === "nothing";
      if (part === null) throw new EngineError("cut", "the stream ended without a finish reason");
      if (part.type === "error") throw toEngineError(part.error, hasText, Date.now());
      if (part.type === "alive") isAlive();
      if (part.type === "finish") {
        isOver = true;
        return part.finish;
      }
      if (part.type === "text" && part.text !== "") {
        isAlive();
        hasText = true;
        yield part.text;
        stopIf(stopped);
      }
    }
  } catch (error) {
    throw stopped ?? toEngineError(error, hasText, Date.now());
  } finally {
    first.end();
    clearTimeout(total);
    stall.patience?.end();
    signal.removeEventListener("abort", onAbort);
    if (!isOver) {
      controller.abort();
      stream?.cancel();
    }
  }
}

interface SilenceTimer {
  /** Counts from the start again. */
  renew: () => void;
  end: () => void;
}

/** Into how many parts a limit is counted; a busy moment of ours, however long, takes one of them. */
const parts = 4;

/**
 * Calls `onOver` after `ms` of silence. Timers go before sockets are read, so that a process that was busy would take
 * its own pause for the provider's: each part must pass by itself, and what has arrived is read in between.
 */
function startSilenceTimer(ms: number, onOver: () => void): SilenceTimer {
  let passed = 0;
  const timer = setInterval(() => {
    passed += 1;
    if (passed < parts) return;
    passed = 0;
    onOver();
  }, ms / parts);
  return {
    renew: () => {
      passed = 0;
      timer.refresh();
    },
    end: () => clearInterval(timer),
  };
}

function stopIf(fault: EngineError | null): void {
  if (fault) throw fault;
}
