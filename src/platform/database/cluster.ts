import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Passwords } from "./serverRecord.ts";
import type { ServerUser } from "./serverUser.ts";
import { syncFolder } from "./syncFolder.ts";

/** Name of the role the product works as, and of its database. */
export const roleName = "pioneer";
/** Owner of the cluster; used to repair, never by the product. */
export const superuserName = "postgres";

/** Major version of the binaries, which a cluster must have been made by. */
const majorVersion = "18";

/** `throwaway` gives up every guarantee against a crash for speed: for tests. */
export type Durability = "durable" | "throwaway";

/** How a program of PostgreSQL is started on a cluster: as whom, from where, and how the folder is called. */
export interface ClusterLocation {
  folder: string;
  user: ServerUser | undefined;
}

/**
 * Working folder and `-D` of a server process. On Linux the folder goes by its working directory: `user` can then
 * use it although a folder above (a home of root, mode 0700) is closed to them.
 */
export function processOptions(place: ClusterLocation): {
  dataArgument: string;
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number; windowsHide: true };
} {
  const byWorkingFolder = place.user !== undefined && process.platform === "linux";
  const env: Record<string, string> = { TZ: "UTC", LC_ALL: "C" };
  for (const name of ["PATH", "SystemRoot", "TEMP", "TMP"]) {
    const value = process.env[name];
    if (value) env[name] = value;
  }
  return {
    dataArgument: byWorkingFolder ? "/proc/self/cwd" : place.folder,
    options: { cwd: place.folder, env, ...place.user, windowsHide: true },
  };
}

/**
 * Makes a cluster: complete and synced under a temporary name first, then renamed, so that a folder with the final
 * name is always whole. Data checksums, UTF-8 with the locale that is built into the server (so sorting never
 * changes with the system), scram over loopback only.
 * @throws Error with what initdb said
 */
export async function createCluster(
  place: ClusterLocation,
  binaries: Binaries,
  passwords: Passwords,
  durability: Durability,
): Promise<void> {
  await removeLeftovers(place.folder);
  const fresh: ClusterLocation = { ...place, folder: `${place.folder}.new-${randomBytes(4).toString("hex")}` };
  await mkdir(fresh.folder, { mode: 0o700 });
  if (fresh.user) await chown(fresh.folder, fresh.user.uid, fresh.user.gid);
  const { dataArgument, options } = processOptions(fresh);
  await runProgram(
    binaries.initdb,
    [
      "-D",
      dataArgument,
      "-U",
      superuserName,
      "--auth=reject",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      "--no-instructions",
      ...(durability === "throwaway" ? ["--no-sync"] : []),
    ],
    options,
    "",
  );
  await writeFile(
    join(fresh.folder, "pg_hba.conf"),
    "# Written by Pioneer: passwords over loopback, nothing else.\nhost all all 127.0.0.1/32 scram-sha-256\n",
    { flush: true },
  );
  await setLogins(fresh, binaries, passwords);
  await rename(fresh.folder, place.folder);
  await syncFolder(dirname(place.folder));
}

/**
 * Gives a stopped cluster its two logins and the database, whatever it had before. Works without any password, in
 * single-user mode, so a lost or damaged `server.json` costs nothing.
 */
export async function setLogins(place: ClusterLocation, binaries: Binaries, passwords: Passwords): Promise<void> {
  const { dataArgument, options } = processOptions(place);
  const attributes = `login nosuperuser nocreatedb nocreaterole noreplication password '${passwords.password}'`;
  // One statement a line; an error ends the statement only. `create database` cannot be conditional: it may fail.
  const statements = [
    `do $$ begin if not exists (select from pg_roles where rolname = '${roleName}') then create role ${roleName}; end if; end $$`,
    `alter role ${roleName} with ${attributes}`,
    `alter role ${superuserName} with login superuser password '${passwords.superuserPassword}'`,
    `create database ${roleName} owner ${roleName}`,
  ];
  await runProgram(
    binaries.postgres,
    ["--single", "-D", dataArgument, "-c", "log_min_error_statement=panic", superuserName],
    options,
    `${statements.join("\n")}\n`,
  );
}

/** @throws Error when the cluster was made by another major version */
export async function checkVersion(place: ClusterLocation): Promise<void> {
  const version = (await readFile(join(place.folder, "PG_VERSION"), "utf8")).trim();
  if (version === majorVersion) return;
  throw new Error(
    `${place.folder} was made by PostgreSQL ${version}, these binaries are ${majorVersion}. ` +
      "Restore a backup into an empty DATA_DIR.",
  );
}

/** What killed starts have left behind. A program of one may still write there; then a later start removes it. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

/**
 * Runs one program to its end.
 * @throws Error with the last lines of its error output
 */
async function runProgram(
  program: string,
  args: string[],
  options: ReturnType<typeof processOptions>["options"],
  input: string,
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ["pipe", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    errors = (errors + part).slice(-4_000);
  });
  // A program that fails at once closes its input before it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new Error(`${basename(program)} could not be started: ${cause.message}${hint(cause)}`)),
    );
    child.once("close", resolve);
  });
  if (code === 0) return;
  const advice = errors.includes("could not look up effective user ID")
    ? "\nPostgreSQL needs a user with a name: add this one to /etc/passwd, or set DATABASE_URL."
    : "";
  throw new Error(`${basename(program)} failed (${code ?? "killed"}):\n${errors.trim()}${advice}`);
}

function hint(cause: Error): string {
  return process.platform === "linux" && "code" in cause && cause.code === "ENOENT"
    ? ". The binaries need glibc; on Alpine or another musl system set DATABASE_URL."
    : "";
}
