import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { localStorage } from "#src/platform/storage/storage.ts";
import { type Figures, readFigures } from "#src/platform/figures.ts";
import { hasTable } from "#src/platform/database/withClient.ts";
import { fingerprintOf } from "#src/platform/installation.ts";
import { brokenLaws } from "./ledgerLaws.ts";

/** What the doctor looks at. Nothing of it is changed. */
export interface DoctorOptions {
  pool: Pool;
  dataDir: string;
  /** Where people's files lie. */
  files: { folder: string } | { bucket: string };
  /** Names of all steps, as `migrations` lists them. */
  migrations: readonly string[];
  /** Undefined when none is set and none was kept yet. */
  authSecret: string | undefined;
  sendsMail: boolean;
}

export interface Report {
  /** For the terminal, in order. */
  lines: string[];
  /** What is wrong, one sentence each; empty when all is well. */
  problems: string[];
}

/** A run, or a mail, that waits longer than this is a problem; seconds. */
const longestWait = 3_600;
/** Free space below this share of the disk is a problem. */
const leastFree = 0.05;

const units = ["B", "kB", "MB", "GB", "TB"];
export function inUnits(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step] ?? ""}`;
}

const inTime = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

interface TableSize {
  name: string;
  bytes: number;
  rows: number;
  oldest: Date | null;
}

async function tableSizes(pool: Pool): Promise<TableSize[]> {
  const { rows } = await pool.query<{ schema: string; name: string; bytes: number; dated: boolean }>(
    `select n.nspname as schema, c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
        exists (select 1 from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'created_at' and a.atttypid = 'timestamptz'::regtype) as dated
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'dbos') order by 3 desc`,
  );
  const sizes: TableSize[] = [];
  for (const { schema, name, bytes, dated } of rows) {
    const counted = await pool.query<{ rows: number; oldest: Date | null }>(
      `select count(*)::float8 as rows, ${dated ? "min(created_at)" : "null::timestamptz"} as oldest
        from "${schema}"."${name.replaceAll('"', '""')}"`,
    );
    const [count] = counted.rows;
    const shown = schema === "public" ? name : `${schema}.${name}`;
    sizes.push({ name: shown, bytes, rows: count?.rows ?? 0, oldest: count?.oldest ?? null });
  }
  return sizes;
}

async function folderSize(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let files = 0;
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const size = await stat(join(entry.parentPath, entry.name)).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) continue;
    files += 1;
    bytes += size;
  }
  return { files, bytes };
}

/** A bucket is not walked, which costs money: the database knows what people uploaded. */
async function bucketLine(pool: Pool, bucket: string): Promise<string> {
  const { rows } = await pool.query<{ files: number; bytes: number }>(
    `select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes
      from (select max(size) as size from file group by hash) content`,
  );
  return `Files: ${rows[0]?.files ?? 0} uploads in the bucket ${bucket}, ${inUnits(rows[0]?.bytes ?? 0)}, and the texts of read pages`;
}

/** Tables that grow with each run. */
const ofRuns = new Set(["run", "run_event", "run_proposal", "revision", "coin_hold"]);

function sizeLines(sizes: TableSize[]): string[] {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const runs = sizes.find(({ name }) => name === "run")?.rows ?? 0;
  const perRun = sizes
    .filter(({ name }) => ofRuns.has(name) || name.startsWith("dbos."))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = sizes
    .filter(({ rows }) => rows > 0)
    .map(({ name, bytes, rows, oldest }) => {
      const since = oldest ? `  since ${oldest.toISOString().slice(0, 10)}` : "";
      return `  ${name.padEnd(32)} ${String(rows).padStart(10)} rows ${inUnits(bytes).padStart(10)}${since}`;
    });
  return [
    `Tables: ${inUnits(total)} with their indexes`,
    ...shown,
    ...(runs > 0 ? [`  ${inUnits(perRun / runs)} for each of ${runs} runs`] : []),
  ];
}

/** @returns whether all steps are applied, which the other checks rely on */
async function checkMigrations(pool: Pool, wanted: readonly string[], report: Report): Promise<boolean> {
  if (!(await hasTable(pool, "kysely_migration"))) {
    report.problems.push("The database is empty. Pioneer sets it up at its first start.");
    return false;
  }
  const { rows } = await pool.query<{ name: string }>("select name from kysely_migration order by name");
  const applied = new Set(rows.map(({ name }) => name));
  const waiting = wanted.filter((name) => !applied.has(name));
  const unknown = [...applied].filter((name) => !wanted.includes(name));
  report.lines.push(`Migrations: ${applied.size} applied, the last ${rows.at(-1)?.name ?? "none"}`);
  if (waiting.length > 0)
    report.problems.push(`${waiting.length} migrations wait (${waiting.join(", ")}). Starting Pioneer applies them.`);
  if (unknown.length > 0)
    report.problems.push(`The data was written by a newer version of Pioneer (${unknown.join(", ")}).`);
  return waiting.length === 0 && unknown.length === 0;
}

/**
 * Compares secret and folder with those of the database, as every process does when it starts. The table exists once a
 * process of a version that writes it has started.
 */
async function checkInstallation({ pool, authSecret, files }: DoctorOptions, report: Report): Promise<void> {
  if (!(await hasTable(pool, "installation"))) return;
  const { rows } = await pool.query<{ print: string; id: string; marked: boolean }>(
    "select secret_fingerprint as print, files_id as id, files_marked as marked from installation",
  );
  const [known] = rows;
  if (!known) return;
  if (authSecret !== undefined && known.print !== fingerprintOf(authSecret))
    report.problems.push("AUTH_SECRET is not the one that this database was used with.");
  if ("folder" in files && known.marked && (await localStorage(files.folder).readMark()) !== known.id)
    report.problems.push(`The files of this database are not in ${files.folder}. Set FILES_DIR as the server has it.`);
}

function judgeWork(figures: Figures, sendsMail: boolean, report: Report): void {
  const { queuedRuns, queuedAge, runningRuns, runningAge, executors, heldCoins, heldAge } = figures;
  report.lines.push(
    `Runs: ${queuedRuns} wait, ${runningRuns} at work, ${figures.failedRuns} failed in the last hour; ${executors} living processes execute runs`,
    `Coins: ${heldCoins} held for ${figures.holds} runs`,
    `Outbox: ${figures.outboxMails} mails wait, ${figures.failedMails} failed in the last day`,
  );
  const oldest = Math.max(queuedAge ?? 0, runningAge ?? 0);
  if (oldest > longestWait)
    report.problems.push(`A run is open for ${inTime(oldest)}. Its coins stay held until it ends.`);
  else if ((heldAge ?? 0) > longestWait) report.problems.push(`Coins are held for ${inTime(heldAge ?? 0)}.`);
  const openRuns = queuedRuns + runningRuns;
  if (openRuns > 0 && executors === 0)
    report.problems.push(
      `${openRuns} runs are open and no process executes runs. Start one with ROLE=worker or ROLE=all.`,
    );
  if (figures.failedMails > 0)
    report.problems.push(
      `${figures.failedMails} mails could not be delivered in the last day. The log of the workers says why.`,
    );
  if (sendsMail && (figures.outboxAge ?? 0) > longestWait)
    report.problems.push(
      `A mail waits for ${inTime(figures.outboxAge ?? 0)}. The log of the workers says what the server answers.`,
    );
}

/** Looks at the whole installation, whether it runs or not. */
export async function examine(options: DoctorOptions): Promise<Report> {
  const { pool, dataDir } = options;
  const report: Report = { lines: [], problems: [] };
  if ("folder" in options.files) {
    const { files, bytes } = await folderSize(options.files.folder);
    report.lines.push(`Files: ${files} in ${options.files.folder}, ${inUnits(bytes)}`);
  }
  // A folder of files may lie on a disk of its own.
  const places = new Set([dataDir, ...("folder" in options.files ? [options.files.folder] : [])]);
  for (const place of places) {
    const disk = await statfs(place).catch(() => null);
    if (!disk) continue;
    const free = disk.bavail * disk.bsize;
    const whole = disk.blocks * disk.bsize;
    report.lines.push(`Disk: ${inUnits(free)} free of ${inUnits(whole)} at ${place}`);
    if (free < leastFree * whole)
      report.problems.push(`Only ${inUnits(free)} are free at ${place}. A full disk stops every write.`);
  }
  const isCurrent = await checkMigrations(pool, options.migrations, report);
  report.lines.push(...sizeLines(await tableSizes(pool)));
  await checkInstallation(options, report);
  if (!isCurrent) return report;
  if ("bucket" in options.files) report.lines.push(await bucketLine(pool, options.files.bucket));
  judgeWork(await readFigures(pool), options.sendsMail, report);
  const broken = await brokenLaws(pool);
  report.lines.push(broken.length === 0 ? "Ledger: every law holds" : "Ledger: BROKEN");
  report.problems.push(...broken.map((law) => `The ledger breaks a law: ${law}.`));
  return report;
}
