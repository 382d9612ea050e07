import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { codeOf } from "#src/kit/causes.ts";
import { isOutOfSpace } from "#src/kit/outOfSpace.ts";

/** Whether there is room to write, for `/health/ready`. */
export interface DiskWatch {
  /** False while a folder has less free than the reserve, or while writes are refused for want of room. Never throws. */
  hasRoom: () => Promise<boolean>;
  /** Tells of a failed write; what has nothing to do with room is ignored. */
  note: (error: unknown) => void;
}

export interface DiskWatchOptions {
  /** Folders that this process writes to; one that does not exist yet is looked up above. */
  folders: readonly string[];
  /** Bytes that must stay free in each. 0: folders are not looked at. */
  reserveBytes: number;
  pool: Pool;
  log: Pick<Logger, "warn" | "info">;
}

/** How long an answer is good for, so that probes cost nothing; milliseconds. */
const freshMs = 1_000;

/**
 * Asks the database for about a megabyte of new room and gives it back. The database may lie on another machine, where
 * only a write can tell.
 */
const trial = `create temp table room_trial on commit drop as
  select md5(random()::text) || md5(random()::text) as filler from generate_series(1, 8000)`;

export function openDiskWatch({ folders, reserveBytes, pool, log }: DiskWatchOptions): DiskWatch {
  let hasRefused = false;
  let hadRoom = true;
  let answer: Promise<boolean> = Promise.resolve(true);
  let answeredAt = -Infinity;

  const freeBytes = async (folder: string): Promise<number> => {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch (error) {
      const above = dirname(folder);
      return codeOf(error) === "ENOENT" && above !== folder ? freeBytes(above) : Infinity;
    }
  };

  /** Whether the database still refuses; any other failure says nothing about room. */
  const isRefused = async (): Promise<boolean> => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query(trial);
      return false;
    } catch (error) {
      return isOutOfSpace(error);
    } finally {
      await client.query("rollback").then(
        () => client.release(),
        (error: unknown) => client.release(error instanceof Error ? error : true),
      );
    }
  };

  const look = async (): Promise<boolean> => {
    const free = reserveBytes > 0 ? await Promise.all(folders.map(freeBytes)) : [];
    const isShort = free.some((bytes) => bytes < reserveBytes);
    if (hasRefused && !isShort) hasRefused = await isRefused().catch(() => hasRefused);
    const hasRoom = !isShort && !hasRefused;
    if (hasRoom !== hadRoom) {
      if (hasRoom) log.info("there is room on the disk again");
      else log.warn({ freeMb: free.map((bytes) => Math.floor(bytes / 1_048_576)) }, "the disk is full or nearly full");
      hadRoom = hasRoom;
    }
    return hasRoom;
  };

  return {
    hasRoom() {
      if (performance.now() - answeredAt > freshMs) {
        answeredAt = performance.now();
        answer = look();
      }
      return answer;
    },
    note(error) {
      if (!isOutOfSpace(error)) return;
      hasRefused = true;
      answeredAt = -Infinity;
    },
  };
}

/** What an operating system or the embedded database says when there is no room. */
const spaceSentences = /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/;

/** One sentence for a start that found no room, undefined for any other failure. */
export function fullDiskSentence(error: unknown, dataDir: string): string | undefined {
  const says = error instanceof Error && spaceSentences.test(error.message);
  if (!says && !isOutOfSpace(error)) return undefined;
  return `The disk is full: Pioneer cannot write to ${dataDir} or to its database. Make room and start again.`;
}
