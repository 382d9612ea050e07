import { createHmac, hkdfSync } from "node:crypto";

/**
 * Seeds of prompt fences: the same for each attempt at a run, so that a step that is repeated asks the same, and not
 * to be guessed without the secret, also by someone who knows the id of the run.
 */
export function openFenceSeeds(secret: string): (runId: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "pioneer prompt fence", 32));
  return (runId) => createHmac("sha256", key).update(runId).digest("hex").slice(0, 24);
}
