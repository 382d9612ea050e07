import { Worker } from "node:worker_threads";
import { createSemaphore } from "#src/kit/semaphore.ts";
import type { MediaType } from "../rules.ts";
import type { Sound } from "./recordings.ts";

/** Why a document gave no text. `wrongType`: it is none of ours, or not what its name promises. */
export type ExtractCode = "wrongType" | "unreadable" | "protected" | "tooBig" | "tooComplex" | "busy";

export class ExtractError extends Error {
  readonly code: ExtractCode;

  constructor(code: ExtractCode, message: string) {
    super(message);
    this.name = "ExtractError";
    this.code = code;
  }
}

export interface Extracted {
  mediaType: MediaType | "text/html";
  /** At most a million UTF-16 units, without invisible characters; empty when the document has no text. */
  text: string;
  title: string | null;
  publisher: string | null;
  /** ISO date or instant. */
  publishedAt: string | null;
  /** The document is longer than the text. */
  truncated: boolean;
  /** Length of the sound of a recording; 0 for a film without any, null where it is unknown and for everything else. */
  seconds: number | null;
}

export interface ExtractJob {
  /** What a person calls the file and what its bytes must agree with, or the type that a sender declared. */
  kind: { name: string } | { mediaType: MediaType | "text/html" };
  bytes: Uint8Array;
  /** As the sender of a page declared it; `""` when it did not. */
  charset: string;
}

/** Which stretch of a recording is wanted, seconds. */
export interface CutJob {
  cut: { from: number; to: number };
  bytes: Uint8Array;
}

/** What a thread is given to do. */
export type Job = ExtractJob | CutJob;

export interface Extractor {
  /**
   * Text of a file or page, and its type. Images have no text. Everything that looks at the bytes or words of others
   * happens in a thread that can be ended; the answer is clean and cut.
   * @throws ExtractError
   */
  extract: (input: ExtractJob["kind"] & { bytes: Uint8Array; charset?: string }) => Promise<Extracted>;
  /**
   * The sound of a recording between two moments, in a file of its own.
   * @throws ExtractError `unreadable` for sound that cannot be copied
   */
  cut: (job: CutJob) => Promise<Sound>;
  /** Ends the threads; pending work fails. */
  close: () => Promise<void>;
}

export interface ExtractLimits {
  /** Milliseconds one document may take. */
  timeMs: number;
  /** Milliseconds a thread may take to start; a loaded machine is slow at it. */
  startMs: number;
  /** Milliseconds an idle thread is kept. */
  idleMs: number;
  /** Megabytes of JavaScript memory of one thread. */
  memoryMb: number;
  /** Threads at once. */
  threads: number;
  /** Documents waiting at most. */
  waiting: number;
}

const usual: ExtractLimits = { timeMs: 10_000, startMs: 30_000, idleMs: 5_000, memoryMb: 256, threads: 2, waiting: 50 };

interface Answer {
  began?: true;
  done?: Extracted | Sound;
  failed?: ExtractCode;
  reason?: string;
}

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | undefined;
}

/** Opens nothing yet: threads start with the first document that needs one and end when they are idle. */
export function openExtractor(given: Partial<ExtractLimits> = {}): Extractor {
  const limits = { ...usual, ...given };
  const free: Thread[] = [];
  const all = new Set<Thread>();
  const gate = createSemaphore(limits.threads);
  const ending = new AbortController();
  let open = 0;

  const end = async (thread: Thread): Promise<void> => {
    clearTimeout(thread.idle);
    all.delete(thread);
    const at = free.indexOf(thread);
    if (at >= 0) free.splice(at, 1);
    await thread.worker.terminate();
  };

  const start = (): Thread => {
    const worker = new Worker(new URL("./extractWorker.ts", import.meta.url), {
      // A parser of foreign bytes needs no secret and none of our flags.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: Thread = { worker, idle: undefined };
    all.add(thread);
    return thread;
  };

  const rest = (thread: Thread): void => {
    free.push(thread);
    thread.worker.unref();
    thread.idle = setTimeout(() => void end(thread), limits.idleMs);
    thread.idle.unref();
  };

  const perform = (job: Job): Promise<Extracted | Sound> => {
    const thread = free.pop() ?? start();
    clearTimeout(thread.idle);
    thread.worker.ref();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (keep: boolean): void => {
        clearTimeout(timer);
        thread.worker.removeAllListeners();
        // Ignores late errors of a thread that is being terminated.
        thread.worker.on("error", () => undefined);
        if (keep && !ending.signal.aborted) rest(thread);
        else void end(thread);
      };
      const fail = (code: ExtractCode, message: string): void => {
        settle(false);
        reject(new ExtractError(code, message));
      };
      const allow = (milliseconds: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => fail("tooComplex", `not read within ${milliseconds} ms`), milliseconds);
      };
      thread.worker.removeAllListeners();
      thread.worker.on("message", (answer: Answer) => {
        if (answer.began) allow(limits.timeMs);
        else if (answer.done) {
          settle(true);
          resolve(answer.done);
        } else {
          settle(true);
          reject(new ExtractError(answer.failed ?? "unreadable", answer.reason ?? "no reason given"));
        }
      });
      thread.worker.on("error", (error: unknown) => {
        const full = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        fail(full ? "tooComplex" : "unreadable", error instanceof Error ? error.message : String(error));
      });
      thread.worker.on("exit", () => fail("unreadable", "the reading thread ended"));
      allow(limits.startMs);
      thread.worker.postMessage(job);
    });
  };

  const work = async <Done extends Extracted | Sound>(job: Job): Promise<Done> => {
    if (open >= limits.threads + limits.waiting) throw new ExtractError("busy", "too many documents are waiting");
    open += 1;
    try {
      return (await gate.pass(() => perform(job), ending.signal)) as Done;
    } finally {
      open -= 1;
    }
  };

  return {
    // A copy: a small buffer is cut from one that holds other people's bytes, all of which the thread would be given.
    extract: ({ bytes, charset = "", ...kind }) => work<Extracted>({ kind, bytes: new Uint8Array(bytes), charset }),
    cut: (job) => work<Sound>(job),
    async close() {
      ending.abort(new ExtractError("busy", "reading has ended"));
      await Promise.all([...all].map(end));
    },
  };
}
