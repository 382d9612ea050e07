import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { openAuth } from "#src/features/account/server/auth.ts";
import { openReadSession } from "#src/features/account/server/session.ts";
import { sendRequestedLinks } from "#src/features/account/server/links.ts";
import { sweepExpired } from "#src/features/account/server/repository.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { entryOfOutcome } from "#src/features/calendar/server/usecases.ts";
import { rewardAfterRun, rewardInvites } from "#src/features/invites/server/rewards.ts";
import { isStillWanted, sendReminders } from "#src/features/reminders/server/usecases.ts";
import { notifyGuests } from "#src/features/sharing/server/usecases.ts";
import { startDueRuns } from "#src/features/schedules/server/usecases.ts";
import { openImages } from "#src/features/images/server/usecases.ts";
import { readLegalTexts } from "#src/features/legal/server/usecases.ts";
import { senderOf } from "#src/features/mail/rules.ts";
import { deliverMails } from "#src/features/mail/server/deliver.ts";
import type { MailRow } from "#src/features/mail/server/repository.ts";
import { openSmtp } from "#src/features/mail/server/transport.ts";
import { forgetMails } from "#src/features/mail/server/usecases.ts";
import { openPayments } from "#src/features/payments/server/openPayments.ts";
import { reconcilePayments } from "#src/features/payments/server/reconcile.ts";
import { contactOf, readTeam } from "#src/features/support/server/usecases.ts";
import { filesFolder, openStorage } from "#src/platform/storage/openStorage.ts";
import type { OpenWork } from "#src/features/projects/server/openWork.ts";
import { openFenceSeeds } from "#src/features/runs/server/fenceSeeds.ts";
import { runQueue } from "#src/features/runs/server/queue.ts";
import { executeRun } from "#src/features/runs/server/execute.ts";
import { executeRewrite, isRewrite } from "#src/features/runs/server/rewrites/executeRewrite.ts";
import { openFeed } from "#src/features/runs/server/feed.ts";
import { openCollect } from "#src/features/workflows/server/sources/openCollect.ts";
import {
  cancelAllRuns,
  cancelOpenWork,
  countTakeover,
  endOpenRuns,
  purgeExpired,
  renewAfterEdit,
  sweepRewrites,
  sweepRuns,
} from "#src/features/runs/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { createApp } from "./app.ts";
import { isTransient } from "#src/platform/database/transient.ts";
import { migrate } from "#src/platform/database/migrate.ts";
import { withMigrationLock } from "#src/platform/database/migrationLock.ts";
import type { Database } from "#src/platform/database/openDatabase.ts";
import type { Deps, ReadyConfig } from "#src/platform/deps.ts";
import { openDiskWatch } from "#src/platform/disk.ts";
import { cachedFigures } from "#src/platform/figures.ts";
import { openAssets } from "#src/platform/http/assets.ts";
import { openStartPage } from "#src/features/start/server/startPage.ts";
import { checkInstallation } from "#src/platform/installation.ts";
import { type Execute, type Job, migrateJobs, openJobs, type StopSignals } from "#src/platform/jobs.ts";
import { openMetrics } from "#src/platform/metrics.ts";
import { effects, features } from "./features.ts";
import { exportEverything } from "./personalExport.ts";
import { migrations } from "./migrations/index.ts";
import { observeEngine, type Observers, observeRuns } from "./observedWork.ts";
import { purgeOld } from "./retention.ts";
import { databaseCheck, diskCheck, openReadiness, queueCheck, workCheck, workerChecks } from "./readiness.ts";
import type { Tables } from "#src/platform/tables.ts";
import { startExample } from "#src/features/start/server/startExample.ts";
import { openThrottle, purgeThrottle } from "#src/platform/throttle.ts";
import { openTracing } from "#src/platform/tracing.ts";
import { eraseDeleted, softDeleted } from "./upkeep.ts";
import { readVersion } from "#src/platform/version.ts";

export interface ProductOptions {
  config: ReadyConfig;
  pool: Pool;
  /** For what keeps connections of its own. */
  connectionString: string;
  engine: Deps["engine"];
  log: Logger;
  /** Name of this process among those that share the database; a new one unless told. */
  executorId?: string;
  now?: () => Date;
  /** Milliseconds between looks into the queue; tests look more often. */
  pollMs?: number;
}

/** The running product behind one fetch function. */
export interface Product {
  fetch: ReturnType<typeof createApp>["fetch"];
  routes: ReturnType<typeof createApp>["routes"];
  deps: Deps;
  /** Says no to load balancers and ends the event streams; what else is asked is still answered. */
  beginShutdown: () => void;
  /** Stops executing runs and sweeping; the pool belongs to the caller. */
  stop: () => Promise<void>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const webFolder = join(root, "dist", "web");

/** What runs do when their project or person changes or goes. */
const openWork: OpenWork = {
  cancelAll: cancelAllRuns,
  endAll: endOpenRuns,
  cancelOfProject: cancelOpenWork,
  renew: renewAfterEdit,
};

/** Images of the product itself, by name. */
const ownImages = { mark: fileURLToPath(new URL("../app/public/favicon.svg", import.meta.url)) };

/** Milliseconds between looks for runs that crashed for good. */
const sweepMs = 5_000;
/** Milliseconds between looks for schedules whose time has come. */
const dueMs = 20_000;
/** Milliseconds between looks for invites whose reward became due; the end of a run looks by itself. */
const rewardMs = 20_000;
/** Milliseconds between looks for people who asked for a link to set a new password. */
const linkMs = 1_000;
/** Milliseconds between two looks at what guests of appointments have to be told. */
const guestsMs = 10_000;
/** Milliseconds between looks for reminders that are due. */
const remindersMs = 15_000;
/** Milliseconds between looks for mails that are due. */
const mailMs = 2_000;
/** Milliseconds between looks for payments of which no event came. */
const paymentsMs = 60_000;
/** Milliseconds between clean-ups. */
const forgetMs = 600_000;
/** Probes read the figures of the database at most this often; milliseconds. */
const probeMs = 1_000;

/**
 * A secret that outlives the process: made once and kept readable for its owner only.
 * @returns the kept secret of DATA_DIR
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(resolve(dataDir), "auth-secret");
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 });
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url");
  // Written aside and linked: nobody ever reads half a secret, and the first of several processes wins.
  const aside = `${path}.${newId()}`;
  await writeFile(aside, made, { mode: 0o600 });
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(aside);
  return (await readFile(path, "utf8")).trim();
}

/**
 * Brings the database to today's schema, ours and the job library's. Safe when several processes start at once.
 * @throws Error in words for the person at the terminal
 */
export async function migrateProduct({ pool, connectionString }: Pick<Database, "pool" | "connectionString">) {
  await withMigrationLock(pool, async () => {
    await migrate(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), migrations);
    await migrateJobs(connectionString);
  });
}

/** Opens what watches the work, as far as the operator asked for it. */
async function openObservers(
  { metricsToken, otelEndpoint, commit, role }: ReadyConfig,
  pool: Pool,
): Promise<Observers & { version: string }> {
  const version = await readVersion(root, commit);
  const [metrics, tracing] = await Promise.all([
    metricsToken === undefined ? undefined : openMetrics(pool, version),
    otelEndpoint === undefined ? undefined : openTracing(otelEndpoint, version, role),
  ]);
  return { version: version.version, metrics, tracing };
}

/** Puts the product together on an open, migrated database and starts its work. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { config, pool, log } = options;
  const { version, ...observers } = await openObservers(config, pool);
  const engine = observeEngine(options.engine, observers);
  const now = options.now ?? (() => new Date());
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const executorId = options.executorId ?? newId();
  const storage = await openStorage(config);
  await checkInstallation({ db, storage, authSecret: config.authSecret });
  const jobs = openJobs({
    connectionString: options.connectionString,
    executorId,
    log,
    isTransient,
    onTakeover: (runIds) => countTakeover(runIds, db),
    ...(options.pollMs ? { pollMs: options.pollMs } : {}),
  });
  const [team, legalTexts, auth, assets] = await Promise.all([
    readTeam(config.supportTeamFile),
    readLegalTexts(config, () => engine.info),
    openAuth({ config, db, newId, log }),
    openAssets(webFolder),
  ]);
  const images = await openImages(
    { ...ownImages, ...team.photos },
    { folder: join(resolve(config.dataDir), "images"), log },
  );
  const closing = new AbortController();
  const collect = openCollect({ db, storage, now, config, log });
  const deps: Deps = {
    config,
    db,
    pool,
    now,
    newId,
    log,
    engine,
    effects,
    softDeleted,
    entryOfOutcome,
    isKnownWorkflow: (name) => cards.some(({ workflowName }) => workflowName === name),
    openWork,
    jobs,
    storage,
    sources: collect.room,
    support: contactOf(team, config, images.find),
    images,
    legalTexts,
    payments: openPayments({ config, db, newId, now, log }),
    auth,
    readSession: openReadSession(pool, config.authSecret, config.appUrl.startsWith("https:")),
    exportEverything: (userId) => exportEverything(userId, deps),
    async welcome(person, trx) {
      for (const feature of features) await feature.welcome?.(person, trx, deps);
    },
    async takenBack(userId, trx) {
      for (const feature of features) await feature.takenBack?.(userId, trx);
    },
    throttle: await openThrottle(config.throttles === "relaxed" ? 1000 : 1, pool),
    feed: openFeed(),
    closing: closing.signal,
  };

  const startPage = openStartPage(webFolder, {
    welcomeCoins: config.welcomeCoins,
    supportEmail: deps.support.email,
    sourceUrl: config.sourceUrl ?? null,
    now,
    example: startExample,
  });

  let isReady = config.role === "web";
  const figures = cachedFigures(pool, probeMs);
  const worker = config.role === "web" ? workerChecks(figures) : undefined;
  const disk = openDiskWatch({
    folders: [resolve(config.dataDir), ...(config.s3Endpoint ? [] : [filesFolder(config)])],
    reserveBytes: config.diskReserveMb * 1_048_576,
    pool,
    log,
  });
  const app = createApp({
    deps,
    assets,
    startPage,
    readiness: openReadiness(
      [
        workCheck(() => isReady && !closing.signal.aborted),
        databaseCheck(pool),
        diskCheck(disk),
        ...(worker ? [worker.blocking] : []),
      ],
      [queueCheck(figures), ...(worker ? [worker.degrading] : [])],
    ),
    version,
    observers,
    disk,
  });

  if (config.role !== "web") {
    const fenceOf = openFenceSeeds(config.authSecret);
    const executeDeps = { ...deps, collect: collect.read, isTransient, fenceOf };
    const execute: Execute = async (id, signal) => {
      if (await isRewrite(id, db)) return executeRewrite(id, signal, executeDeps);
      await executeRun(id, signal, executeDeps);
      return rewardAfterRun(id, deps);
    };
    const all: Job[] = [
      { ...runQueue, run: observeRuns(execute, observers) },
      { name: "sweepRuns", everyMs: sweepMs, run: () => sweepRuns(deps) },
      { name: "sweepRewrites", everyMs: sweepMs, run: () => sweepRewrites(deps) },
      { name: "links", everyMs: options.pollMs ?? linkMs, run: () => sendRequestedLinks(deps) },
      { name: "inviteRewards", everyMs: options.pollMs ?? rewardMs, run: () => rewardInvites(deps) },
      { name: "guests", everyMs: options.pollMs ?? guestsMs, run: () => notifyGuests(deps) },
      { name: "schedules", everyMs: dueMs, run: () => startDueRuns(deps) },
      { name: "payments", everyMs: paymentsMs, run: () => reconcilePayments(deps) },
      {
        name: "maintenance",
        everyMs: forgetMs,
        async run() {
          await purgeExpired(deps);
          await eraseDeleted(deps);
          await forgetMails(db);
          await sweepExpired(db);
          await purgeOld(config, deps);
          await purgeThrottle(pool);
        },
      },
    ];
    if (config.smtpUrl) {
      const mailDeps = {
        ...deps,
        transport: openSmtp(config.smtpUrl, senderOf(config)),
        isWanted: (mail: MailRow) => isStillWanted(mail, deps),
      };
      all.push({
        name: "reminders",
        everyMs: options.pollMs ?? remindersMs,
        run: (stop: StopSignals) => sendReminders(deps, stop),
      });
      all.push({
        name: "mail",
        everyMs: options.pollMs ?? mailMs,
        run: (stop: StopSignals) => deliverMails(mailDeps, stop),
      });
    }
    await jobs.start(all);
    isReady = true;
  }
  return {
    fetch: app.fetch,
    routes: app.routes,
    deps,
    beginShutdown: () => closing.abort(),
    async stop() {
      closing.abort();
      await jobs.stop();
      await collect.close();
      await observers.tracing?.stop();
    },
  };
}
