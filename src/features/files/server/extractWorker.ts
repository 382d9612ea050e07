import { parentPort } from "node:worker_threads";
import { readDocument } from "./readDocument.ts";
import { cutSound } from "./recordings.ts";
import { ScriptDecompressionStream } from "./scriptDecompression.ts";
import { ExtractError, type ExtractCode, type Job } from "./extract.ts";

function codeOf(error: unknown): ExtractCode {
  if (error instanceof ExtractError) return error.code;
  if (error instanceof Error && error.name === "PasswordException") return "protected";
  return "unreadable";
}

// What libraries unpack with must not be at work in Node when this thread is ended, see `zip.ts`.
globalThis.DecompressionStream = ScriptDecompressionStream;

parentPort?.on("message", (job: Job) => {
  parentPort?.postMessage({ began: true });
  const work = "cut" in job ? cutSound(job.bytes, job.cut) : readDocument(job);
  work.then(
    (done) => parentPort?.postMessage({ done }),
    (error: unknown) =>
      parentPort?.postMessage({
        failed: codeOf(error),
        // A library may repeat the whole document in its message.
        reason: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      }),
  );
});
