import type { Transaction } from "kysely";
import { badRequest, notFound, ProductError, unavailable } from "#src/kit/errors.ts";
import { pageOf } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { ExportFile } from "#src/platform/export.ts";
import type { Tables } from "#src/platform/tables.ts";
import type { FileListQuery, FileRecord } from "../contract.ts";
import { fileNameProblem, maxPersonBytes, mediaTypes } from "../rules.ts";
import type { Upload } from "./body.ts";
import { ExtractError, type ExtractCode, type Extractor } from "./extract.ts";
import { filesOf, isHashUsed, lockHashes, lockQuota, ownersOfStaleSnapshots, type StoredFile } from "./repository.ts";
import { hashOf } from "#src/platform/storage/storage.ts";

export type FileDeps = Pick<Deps, "db" | "storage" | "now" | "newId">;

/** Characters of a name that leave room for another ending. */
const maxNameLength = 120;

const recordOf = (file: StoredFile): FileRecord => ({
  id: file.id,
  name: file.name,
  mediaType: mediaTypes.find((type) => type === file.mediaType) ?? "text/plain",
  size: file.size,
  hasText: file.textHash !== null,
  seconds: file.seconds,
  dateCreated: file.createdAt.toISOString(),
});

const unreadable: Record<Exclude<ExtractCode, "busy" | "wrongType">, string> = {
  unreadable: "The file is damaged or not what its name says",
  protected: "The file needs a password; save it without one and add it again",
  tooBig: "The file unpacks to more than 100 MB",
  tooComplex: "The file takes too long to read",
};

const refusal = (error: unknown): unknown => {
  if (!(error instanceof ExtractError)) return error;
  if (error.code === "busy") return unavailable("Too many files are being read", 5, error);
  if (error.code === "wrongType") {
    return new ProductError("files.wrongType", {
      status: 415,
      message:
        "Files may be pdf, docx, xlsx, md, txt, csv, vtt, srt, png, jpeg, webp, mp3, m4a, wav, ogg, webm or mp4, named as what they are",
      cause: error,
    });
  }
  return new ProductError(`files.${error.code}`, { status: 422, message: unreadable[error.code], cause: error });
};

/**
 * Keeps a file of a person, with its text.
 * @throws ProductError 400 bad name or empty, 413 `files.quotaReached`, 415 `files.wrongType`,
 * 422 `files.unreadable|protected|tooBig|tooComplex`, 503 when too many files are being read
 */
export async function storeFile(
  { userId, name, bytes }: Upload & { userId: string },
  deps: FileDeps & { extractor: Extractor },
): Promise<FileRecord> {
  const problem = fileNameProblem(name);
  if (problem) throw badRequest(problem, [{ path: "name", message: problem, messageKey: "files.badName" }]);
  if (bytes.length === 0) throw badRequest("The file is empty");
  if ((await filesOf(userId, deps.db).bytes()) + bytes.length > maxPersonBytes) throw quotaReached();

  const { mediaType, text, seconds } = await deps.extractor.extract({ name, bytes }).catch((error: unknown) => {
    throw refusal(error);
  });
  const textBytes = text === "" ? null : new TextEncoder().encode(text);
  const file: StoredFile = {
    id: deps.newId(),
    name,
    mediaType,
    size: bytes.length,
    hash: hashOf(bytes),
    textHash: textBytes && hashOf(textBytes),
    seconds,
    createdAt: deps.now(),
  };
  await deps.db.transaction().execute(async (db) => {
    await lockQuota(userId, db);
    const files = filesOf(userId, db);
    if ((await files.bytes()) + file.size > maxPersonBytes) throw quotaReached();
    await lockHashes(hashesOf(file), db);
    await files.insert(file);
    await deps.storage.put(bytes);
    if (textBytes) await deps.storage.put(textBytes);
  });
  return recordOf(file);
}

const quotaReached = (): ProductError =>
  new ProductError("files.quotaReached", { status: 413, message: "Your files can take up to 500 MB in total" });

const hashesOf = (file: StoredFile): string[] => (file.textHash === null ? [file.hash] : [file.hash, file.textHash]);

/** A page of a person's files, newest first. */
export async function listFiles(
  { userId, limit, cursor }: FileListQuery & { userId: string },
  deps: Pick<Deps, "db">,
): Promise<{ files: FileRecord[]; nextCursor?: string }> {
  const { rows, ...more } = pageOf(await filesOf(userId, deps.db).page(limit + 1, cursor), limit, (last) => last.id);
  return { files: rows.map(recordOf), ...more };
}

/**
 * A listed file whose stored bytes are missing, damaged or unreachable. 503 when only the storage does not respond,
 * else 500, so that the operator's log names it.
 */
export class LostFileError extends ProductError {
  readonly fileName: string;

  constructor(file: StoredFile, cause?: unknown) {
    const passing = cause instanceof ProductError ? cause : undefined;
    super(passing?.code ?? "files.lost", {
      status: passing?.status ?? 500,
      message: passing?.message ?? "Couldn't read the stored file",
      ...(passing?.retryAfter === undefined ? {} : { retryAfter: passing.retryAfter }),
      cause: cause ?? new Error(`Stored content ${file.hash} of file ${file.id} is missing`),
    });
    this.fileName = file.name;
  }
}

/** Stored bytes that a file rests on. @throws LostFileError */
async function contentOf(file: StoredFile, hash: string, { storage }: Pick<Deps, "storage">): Promise<Uint8Array> {
  let bytes: Uint8Array | null;
  try {
    bytes = await storage.get(hash);
  } catch (cause) {
    throw new LostFileError(file, cause);
  }
  if (!bytes) throw new LostFileError(file);
  return bytes;
}

/**
 * A file with its bytes.
 * @throws ProductError 404, for another person's file too; LostFileError
 */
export async function readFile(
  { userId, id }: { userId: string; id: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<{ file: FileRecord; bytes: Uint8Array }> {
  const file = await filesOf(userId, deps.db).find(id);
  if (!file) throw notFound();
  return { file: recordOf(file), bytes: await contentOf(file, file.hash, deps) };
}

/**
 * What a file says, as kept when it came. `text` is empty for images and scans.
 * @throws ProductError 404, for another person's file too; LostFileError
 */
export async function readFileText(
  { userId, id }: { userId: string; id: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<{ file: FileRecord; text: string }> {
  const file = await filesOf(userId, deps.db).find(id);
  if (!file) throw notFound();
  const bytes = file.textHash === null ? null : await contentOf(file, file.textHash, deps);
  return { file: recordOf(file), text: bytes ? new TextDecoder().decode(bytes) : "" };
}

/**
 * Forgets a file. Its bytes go too, unless someone else has kept the same content.
 * @throws ProductError 404, for another person's file too
 */
export async function removeFile(
  { userId, id }: { userId: string; id: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<void> {
  const known = await filesOf(userId, deps.db).find(id);
  if (!known) throw notFound();
  await deps.db.transaction().execute(async (db) => {
    await lockHashes(hashesOf(known), db);
    const removed = await filesOf(userId, db).remove(id);
    if (!removed) throw notFound();
    await deleteUnused(hashesOf(removed), deps, db);
  });
}

/**
 * Replaces a file by a text under the same id: a recording by its transcript. The bytes are removed later by
 * `purgeUnusedFiles`, so that nothing is lost when the transaction fails. A deleted file stays deleted.
 */
export async function replaceByText(
  { userId, id, text }: { userId: string; id: string; text: string },
  { storage }: Pick<Deps, "storage">,
  db: Transaction<Tables>,
): Promise<void> {
  const files = filesOf(userId, db);
  const known = await files.find(id);
  if (!known || text === "") return;
  const bytes = new TextEncoder().encode(text);
  const hash = hashOf(bytes);
  await lockHashes([hash, ...hashesOf(known)].toSorted(), db);
  await files.replace({
    ...known,
    name: `${known.name.slice(0, maxNameLength)}.txt`,
    mediaType: "text/plain",
    size: bytes.length,
    hash,
    textHash: hash,
    seconds: null,
  });
  await files.leave(known.hash);
  await storage.put(bytes);
}

async function deleteUnused(
  hashes: readonly string[],
  deps: Pick<Deps, "storage">,
  db: Transaction<Tables>,
): Promise<void> {
  for (const hash of hashes) {
    if (!(await isHashUsed(hash, db))) await deps.storage.delete(hash);
  }
}

/**
 * Keeps a text that a run has read, so that its quotes can be checked later.
 * @returns its SHA-256 in hex
 */
export async function storeSnapshot(
  { userId, text }: { userId: string; text: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hash = hashOf(bytes);
  await deps.db.transaction().execute(async (db) => {
    await lockHashes([hash], db);
    await filesOf(userId, db).storeSnapshot(hash);
    await deps.storage.put(bytes);
  });
  return hash;
}

/** A kept text, or null when this person has none with that hash. */
export async function readSnapshot(
  { userId, hash }: { userId: string; hash: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<string | null> {
  if (!(await filesOf(userId, deps.db).owns(hash))) return null;
  const bytes = await deps.storage.get(hash);
  return bytes && new TextDecoder().decode(bytes);
}

/**
 * Removes up to `limit` kept texts that no document of their owner names any more. What is named is looked at again
 * after the same time.
 * @param before texts that were kept or looked at before this
 * @param namedBy hashes that a person's documents name
 * @returns how many were removed
 */
export async function purgeSnapshots(
  before: Date,
  limit: number,
  deps: Pick<Deps, "db" | "storage" | "now">,
  namedBy: (userId: string, db: Transaction<Tables>) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0;
  for (const userId of await ownersOfStaleSnapshots(before, limit, deps.db)) {
    removed += await deps.db.transaction().execute(async (db) => {
      const files = filesOf(userId, db);
      const stale = await files.staleSnapshots(before, limit);
      await lockHashes(stale, db);
      const named = await namedBy(userId, db);
      const kept = stale.filter((hash) => named.has(hash));
      const unnamed = stale.filter((hash) => !named.has(hash));
      if (kept.length > 0) await files.markChecked(kept, deps.now());
      if (unnamed.length === 0) return 0;
      const gone = await files.removeSnapshots(unnamed, before);
      await deleteUnused(gone, deps, db);
      return gone.length;
    });
  }
  return removed;
}

/** Removes up to `limit` contents that `replaceByText` has left. @returns how many */
export const purgeUnusedFiles = (limit: number, deps: Pick<Deps, "db" | "storage" | "now">): Promise<number> =>
  purgeSnapshots(new Date(1), limit, deps, async () => new Set());

/** Removes everything a person has kept, for the deletion of an account. Call it before the account's row goes. */
export async function removeAllFiles(
  { userId }: { userId: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    await lockQuota(userId, db);
    const hashes = await filesOf(userId, db).hashes();
    await lockHashes(hashes, db);
    await filesOf(userId, db).removeAll();
    await deleteUnused(hashes, deps, db);
  });
}

/** Everything a person uploaded, and the pages that runs have read for them, for the archive. */
export async function* exportFiles(userId: string, deps: Pick<Deps, "db" | "storage">): AsyncGenerator<ExportFile> {
  const own = filesOf(userId, deps.db);
  const written = new Set<string>();
  let last: string | undefined;
  for (;;) {
    const page = await own.page(100, last);
    for (const file of page) {
      written.add(file.hash);
      // What is lost must not keep the person from all the rest.
      const bytes = await deps.storage.get(file.hash).catch(() => null);
      if (bytes) yield { path: `files/${file.name}`, bytes };
    }
    last = page.at(-1)?.id;
    if (last === undefined) break;
  }
  for (const hash of await own.hashes()) {
    if (written.has(hash)) continue;
    const bytes = await deps.storage.get(hash).catch(() => null);
    if (bytes) yield { path: `texts/${hash}.txt`, bytes };
  }
}
