import { vi } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openStore } from "#src/app/store.ts";
import { openTestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, readEvents, type Person, type Visitor } from "#src/testing/visitor.ts";
import type { ServerWorld } from "./fact.ts";

/** The cheapest workflow, 20 coins. */
const cheapest = "/api/workflows/userStoryWriterWorkflow";

async function finishedRun(person: Person): Promise<{ projectId: string; runId: string }> {
  const { example } = (await person.send("GET", cheapest)).body;
  const started = await person.send(
    "POST",
    `${cheapest}/runs`,
    { enData: { formValues: example } },
    { "idempotency-key": newId() },
  );
  const { run } = started.body;
  await readEvents(person, run.id);
  return { projectId: run.projectId, runId: run.id };
}

/** The product and two people for the rows of the specification. Open once per file and close it. */
export async function openServerWorld(): Promise<ServerWorld & { close: () => Promise<void> }> {
  const product = await openTestProduct({ env: { WELCOME_COINS: "500" } });
  const [mara, jonas] = [await product.signUp("Mara Brandt"), await product.signUp("Jonas Weber")];
  const projects = new Map<string, Promise<{ projectId: string; runId: string }>>();
  return {
    product,
    mara,
    jonas,
    nobody: product.send,
    projectOf(person) {
      const known = projects.get(person.userId) ?? finishedRun(person);
      projects.set(person.userId, known);
      return known;
    },
    async inStore(person, work) {
      let who: Pick<Visitor, "send"> = person ?? product;
      vi.stubGlobal("fetch", (path: string, init: RequestInit) => pageFetch(who)(path, init));
      try {
        return await work(openStore(), (next) => (who = next ?? product));
      } finally {
        vi.unstubAllGlobals();
      }
    },
    async close() {
      await product.close();
    },
  };
}
