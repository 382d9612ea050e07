import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system of its own that a test can fill to the last byte. */
export interface SmallDisk {
  path: string;
  /** Leaves no room, whatever is written meanwhile. */
  fill: () => Promise<void>;
  /** Makes the room again. */
  free: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Bytes of one write of the ballast; a smaller one takes what a larger one cannot. */
const pieces = [1_048_576, 65_536, 4_096, 512, 1];

/**
 * Mounts a small file system in memory, which takes root.
 * @throws Error naming why it cannot be mounted
 */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), "pioneer-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "pioneer-test", path]);
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message.trim() : "";
    throw new Error(`a small file system cannot be mounted: ${reason}`, { cause: error });
  }
  const ballast = join(path, "ballast");
  return {
    path,
    async fill() {
      const handle = await open(ballast, "a");
      try {
        for (const size of pieces) {
          const piece = Buffer.alloc(size, 1);
          for (;;) {
            const written = await handle.write(piece).catch((error: unknown) => {
              if (error instanceof Error && "code" in error && error.code === "ENOSPC") return null;
              throw error;
            });
            if (!written || written.bytesWritten < size) break;
          }
        }
      } finally {
        await handle.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await run("umount", ["--lazy", path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
