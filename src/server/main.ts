import { resolve } from "node:path";
import { destination } from "pino";
import { newId } from "#src/kit/ids.ts";
import { trimEndBy } from "#src/kit/text.ts";
import { readConfig } from "#src/platform/config.ts";
import { isConnectionLoss } from "#src/platform/database/connectionLoss.ts";
import { ensureDataDir } from "#src/platform/dataDir.ts";
import { openDatabase } from "#src/platform/database/openDatabase.ts";
import type { ReadyConfig } from "#src/platform/deps.ts";
import { fullDiskSentence } from "#src/platform/disk.ts";
import { listen } from "#src/platform/http/listen.ts";
import { openLog } from "#src/platform/log.ts";
import { connectionName } from "#src/platform/executorLease.ts";
import { loadOrCreateSecret, migrateProduct, openProduct } from "./product.ts";
import { shutDown } from "./shutDown.ts";

/** One line for the terminal. */
function whereMailsGo({ smtpUrl, nodeEnv, appUrl }: ReadyConfig): string {
  if (smtpUrl) return `sent by ${new URL(smtpUrl).host}`;
  return nodeEnv === "production"
    ? "kept in the outbox, none is sent; set SMTP_URL"
    : `kept in the mailbox at ${appUrl}/dev/mail; SMTP_URL sends it`;
}

/** Starts the product for a terminal or a service manager, and ends it on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig(process.env);
  // Not synchronous: a line for each request must not hold up the next one.
  const log = openLog(config.logLevel, destination({ sync: false }));
  const executorId = newId();
  process.on("unhandledRejection", (error) => {
    if (isConnectionLoss(error)) log.warn({ err: error }, "a query lost its connection");
    else throw error;
  });

  const [{ chooseEngine }, { openCurrentEngine }] = await Promise.all([
    import("#src/features/workflows/server/engines/detect.ts"),
    import("#src/features/workflows/server/engines/currentEngine.ts"),
  ]);
  await ensureDataDir(config.dataDir, log);
  const [database, engine, authSecret] = await Promise.all([
    openDatabase({
      dataDir: resolve(config.dataDir),
      databaseUrl: config.databaseUrl,
      poolSize: config.databasePool,
      applicationName: connectionName("web", executorId),
      log,
      tell: (line) => void process.stderr.write(`${line}\n`),
    }),
    openCurrentEngine(() => chooseEngine(config)),
    config.authSecret ?? loadOrCreateSecret(config.dataDir),
  ]);
  if (engine.info.reasonCode === "baseUrlSilent") {
    // People would pay the price of a model for drafts.
    await database.close();
    throw new Error(
      "OPENAI_BASE_URL does not answer with a model. Start that server first, or set AI_MODEL=openai-compatible:NAME.",
    );
  }
  await migrateProduct(database);

  const ready: ReadyConfig = {
    ...config,
    authSecret,
    appUrl: trimEndBy(config.appUrl ?? `http://localhost:${config.port}`, /\//),
  };
  const product = await openProduct({
    config: ready,
    pool: database.pool,
    connectionString: database.connectionString,
    engine,
    log,
    executorId,
  });
  const server = listen(product.fetch, { port: config.port, hostname: config.host }, () => {
    const lines = [
      "",
      `  Pioneer      ${ready.appUrl}`,
      `  Data         ${resolve(config.dataDir)} (${database.describe})`,
      `  AI engine    ${engine.info.label}. ${engine.info.reason}`,
      `  Mail         ${whereMailsGo(ready)}`,
      `  Ready in     ${Math.round(performance.now() - startedAt)} ms`,
      "",
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === "EADDRINUSE" ? `port ${config.port} is taken; set PORT to another one` : error.message;
    process.stderr.write(`Pioneer cannot listen: ${reason}\n`);
    void end(1);
  });

  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= shutDown({ server, product, database }).then(() => process.exit(code));
    return ending;
  };
  process.on("SIGINT", () => void end(0));
  process.on("SIGTERM", () => void end(0));
}

main().catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${fullDiskSentence(error, resolve(process.env["DATA_DIR"] || "data")) ?? said}\n`);
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
