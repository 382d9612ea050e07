import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { Engine } from "#src/features/workflows/engine.ts";
import { readConfig } from "#src/platform/config.ts";
import { openProduct, type Product } from "#src/server/product.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { sourcesOff } from "./sourcesOff.ts";
import { openVisitor, signUp, type Person, type Visitor } from "./visitor.ts";

export interface TestProduct extends Product {
  database: TestDatabase;
  origin: string;
  /** Somebody without a session at the product of this process. */
  visit: () => Visitor;
  /** A request of nobody. */
  send: Visitor["send"];
  /** A new, signed-in person. */
  signUp: (name?: string, more?: { language?: "en" | "de" }) => Promise<Person>;
  close: () => Promise<void>;
}

const origin = "http://localhost:3000";

export interface TestProductOptions {
  /** Without one, drafts without AI. */
  engine?: Engine;
  env?: Record<string, string>;
  now?: () => Date;
  /** What the product logs to; silent unless TEST_LOG names a level. */
  log?: Logger;
  /** Address of the pages; tests that serve them say where. */
  appUrl?: string;
  /** Where its tables and files lie; under the system's temporary folder unless told. */
  folder?: string;
  /** Database and data folder of another product, which keeps them: the next process of the same installation. */
  beside?: TestProduct;
}

/** The whole product in this process on a database of its own. Call once per file and close it. */
export async function openTestProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  const { beside } = options;
  const [database, dataDir] = beside
    ? [beside.database, beside.deps.config.dataDir]
    : await Promise.all([
        openTestDatabase(10, true, options.folder),
        mkdtemp(join(options.folder ?? tmpdir(), "pioneer-product-")),
      ]);
  const config = readConfig({
    AI_ENGINE: "draft",
    THROTTLES: "relaxed",
    OLLAMA_URL: "off",
    LM_STUDIO_URL: "off",
    ...sourcesOff,
    ...options.env,
  });
  const [{ chooseEngine }, { openCurrentEngine }] = await Promise.all([
    import("#src/features/workflows/server/engines/detect.ts"),
    import("#src/features/workflows/server/engines/currentEngine.ts"),
  ]);
  const product = await openProduct({
    config: {
      ...config,
      dataDir,
      appUrl: options.appUrl ?? origin,
      authSecret: "a secret that only the tests know, 32+ characters",
    },
    pool: database.pool,
    connectionString: database.connectionString,
    engine: options.engine ?? (await openCurrentEngine(() => chooseEngine(config))),
    log: options.log ?? pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    pollMs: 20,
    ...(options.now ? { now: options.now } : {}),
  });
  const visit = (): Visitor => openVisitor(origin, (request) => product.fetch(request));
  return {
    ...product,
    database,
    origin,
    visit,
    send: visit().send,
    async signUp(name, more) {
      const person = await signUp(visit(), name, more);
      const verify = async (): Promise<void> => {
        await database.db.updateTable("user").set({ email_verified: true }).where("id", "=", person.userId).execute();
      };
      return { ...person, verify };
    },
    async close() {
      await product.stop();
      if (beside) return;
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
