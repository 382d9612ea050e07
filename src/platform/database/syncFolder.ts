import { open } from "node:fs/promises";

/** Makes what was put into a folder or renamed there outlive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename is durable by itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
