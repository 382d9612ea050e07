import { execFileSync } from "node:child_process";
import { readFileSync, type Stats } from "node:fs";

/** Who runs the database server, when that is not ourselves. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * The account for the server processes. PostgreSQL refuses uid 0, so root hands over to the owner of an existing
 * data folder, else `postgres`, else `nobody`. Undefined means: the same account as this process.
 * @param cluster stat of an existing data folder, whose owner wins
 * @throws Error when root finds nobody to hand over to
 */
export function serverUser(cluster: Stats | undefined): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const user = lookUp("postgres") ?? lookUp("nobody");
  if (!user) {
    throw new Error(
      "PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody. " +
        "Start Pioneer as a normal user, or set DATABASE_URL.",
    );
  }
  return user;
}

function lookUp(name: string): ServerUser | undefined {
  return fromPasswd(name) ?? fromId(name);
}

function fromPasswd(name: string): ServerUser | undefined {
  let lines: string[];
  try {
    lines = readFileSync("/etc/passwd", "utf8").split("\n");
  } catch {
    return undefined;
  }
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
  return parse(fields?.[2], fields?.[3]);
}

/** macOS and directory services keep their users elsewhere. */
function fromId(name: string): ServerUser | undefined {
  const ask = (flag: string): string =>
    execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return parse(ask("-u"), ask("-g"));
  } catch {
    return undefined;
  }
}

function parse(uid: string | undefined, gid: string | undefined): ServerUser | undefined {
  if (!uid || !gid || !/^\d+$/.test(uid) || !/^\d+$/.test(gid) || uid === "0") return undefined;
  return { uid: Number(uid), gid: Number(gid) };
}
