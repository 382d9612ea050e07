import { ApiError, request } from "#src/ui/client/api.ts";
import type { FileRecord } from "../contract.ts";

/** What a page needs to know of a file of the person. */
export type KnownFile = Pick<FileRecord, "id" | "name" | "size" | "seconds">;

const known = new Map<string, KnownFile>();
/** Hashes of contents by file id, as far as this page had to know them. */
const hashes = new Map<string, string>();

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join();
}

/** Whether a chosen file is a stored one: its name, its size and its content. False when that cannot be found out. */
export async function isSameFile(file: File, id: string): Promise<boolean> {
  const stored = known.get(id);
  if (stored === undefined || stored.name !== file.name || stored.size !== file.size) return false;
  try {
    let hash = hashes.get(id);
    if (hash === undefined) {
      const answer = await fetch(`/api/files/${encodeURIComponent(id)}`, { credentials: "same-origin" });
      if (!answer.ok) return false;
      hash = await hashOf(await answer.arrayBuffer());
      hashes.set(id, hash);
    }
    return hash === (await hashOf(await file.arrayBuffer()));
  } catch {
    return false;
  }
}

/** A file that was uploaded or looked up on this page. */
export const knownFile = (id: string): KnownFile | undefined => known.get(id);

function fileOf(value: unknown): KnownFile | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, size, seconds } = value as Partial<Record<string, unknown>>;
  if (typeof id !== "string" || typeof name !== "string" || typeof size !== "number") return null;
  return { id, name, size, seconds: typeof seconds === "number" ? seconds : null };
}

/**
 * Names and sizes of files that this page did not upload itself, found in the person's list, newest first. One that is
 * unknown afterwards is not there.
 * @throws ApiError
 */
export async function loadFiles(ids: readonly string[], signal: AbortSignal): Promise<void> {
  let page = "";
  do {
    const answer = await request("GET", `/api/files?limit=200${page}`, undefined, { signal });
    const { files, nextCursor } = (answer ?? {}) as { files?: unknown; nextCursor?: unknown };
    for (const one of Array.isArray(files) ? files : []) {
      const file = fileOf(one);
      if (file) known.set(file.id, file);
    }
    page = typeof nextCursor === "string" ? `&cursor=${encodeURIComponent(nextCursor)}` : "";
  } while (page !== "" && ids.some((id) => !known.has(id)));
}

/**
 * Uploads one file unchanged. XMLHttpRequest, because fetch does not report upload progress.
 * @param onProgress share sent, 0..1
 * @throws ApiError as any call; its code is `network.offline` without an answer
 */
export function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<KnownFile> {
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    upload.open("POST", "/api/files");
    upload.responseType = "json";
    upload.setRequestHeader("accept", "application/json");
    upload.setRequestHeader("x-file-name", encodeURIComponent(file.name));
    upload.setRequestHeader("content-type", "application/octet-stream");
    upload.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    upload.addEventListener("load", () => {
      const answer: unknown = upload.response;
      const stored = fileOf((answer as { file?: unknown } | null)?.file);
      if (upload.status === 201 && stored) {
        known.set(stored.id, stored);
        resolve(stored);
      } else {
        reject(new ApiError(upload.status, answer ?? {}));
      }
    });
    upload.addEventListener("error", () =>
      reject(new ApiError(0, { code: "network.offline", message: "No connection" })),
    );
    upload.addEventListener("abort", () => reject(new ApiError(0, { code: "request.aborted", message: "Taken back" })));
    signal.addEventListener("abort", () => upload.abort());
    upload.send(file);
  });
}
