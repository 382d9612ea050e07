import { access, chmod, mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Logger } from "pino";

/** Rights of everybody but the owner. */
const ofOthers = 0o077;

/** Whether the product made this folder: no other program keeps its secret there. */
const isOurs = (path: string): Promise<boolean> =>
  access(join(path, "auth-secret")).then(
    () => true,
    () => false,
  );

/**
 * Makes the data folder for its owner alone. One that an earlier version made wider is narrowed; any other folder is
 * left as it is, because more may live there, and the log says so.
 */
export async function ensureDataDir(dataDir: string, log: Pick<Logger, "warn">): Promise<void> {
  const path = resolve(dataDir);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode } = await stat(path);
  if ((mode & ofOthers) === 0) return;
  const isNarrowed =
    (await isOurs(path)) &&
    (await chmod(path, 0o700).then(
      () => true,
      () => false,
    ));
  if (!isNarrowed)
    log.warn({ path, mode: (mode & 0o777).toString(8) }, "DATA_DIR is open to others; chmod 700 closes it");
}
