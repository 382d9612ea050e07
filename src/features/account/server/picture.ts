import { squarePicture } from "#src/features/images/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { ExportFile } from "#src/platform/export.ts";
import { hashOf } from "#src/platform/storage/storage.ts";
import { accountOf } from "./repository.ts";

/** Bytes of an upload. */
export const largestPicture = 5 * 1_048_576;
/** Pixels of its sides as it is stored: the largest on a page, at three to one. */
const side = 256;

/** Where the pages find a picture; its hash lets a new one be seen at once. */
const addressOf = (bytes: Uint8Array): string => `/api/user/picture?v=${hashOf(bytes).slice(0, 16)}`;

/**
 * Makes an upload the person's picture.
 * @returns its address
 * @throws ProductError 415 `picture.unreadable`
 */
export async function setPicture(
  userId: string,
  upload: Uint8Array,
  deps: Pick<Deps, "db">,
): Promise<{ image: string }> {
  const bytes = Buffer.from(await squarePicture(upload, side));
  const image = addressOf(bytes);
  await deps.db.transaction().execute(async (trx) => {
    const own = accountOf(userId, trx);
    if (await own.keep()) await own.setPicture({ mediaType: "image/webp", bytes }, image);
  });
  return { image };
}

/** Removes the person's picture; nothing when there is none. */
export async function removePicture(userId: string, deps: Pick<Deps, "db">): Promise<{ image: null }> {
  await deps.db.transaction().execute((trx) => accountOf(userId, trx).removePicture());
  return { image: null };
}

/** The picture as it is shown, for the archive. */
export async function* exportPicture(userId: string, { db }: Pick<Deps, "db">): AsyncGenerator<ExportFile> {
  const picture = await accountOf(userId, db).picture();
  if (picture) yield { path: "picture.webp", bytes: picture.bytes };
}
