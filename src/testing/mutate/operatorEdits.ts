import type { Edit } from "./edit.ts";

const file = "src/features/operator/operator.test.ts";
const usecases = "src/features/operator/server/usecases.ts";

/** Edits of what operators see and do. */
export const operatorEdits: readonly Edit[] = [
  {
    name: "everybody-operates",
    file: usecases,
    find: 'if (!row?.roles.includes("operator"))',
    replace: "if (!row)",
    caughtBy: { test: "is the first person's, and nobody's after it", file },
  },
  {
    name: "two-first-operators",
    file: "src/features/account/server/repository.ts",
    find: "  await sql`select pg_advisory_xact_lock(hashtextextended('first person', 0))`.execute(trx);\n",
    replace: "",
    caughtBy: { test: "is one person's, however many register at once", file },
  },
  {
    name: "stranger-operates",
    file: "src/features/account/server/usecases.ts",
    find: "const mayOperate = isLoopback(new URL(deps.config.appUrl).hostname);",
    replace: "const mayOperate = deps.config.appUrl.length > 0 || isLoopback(deps.config.appUrl);",
    caughtBy: { test: "is nobody's by coming first where strangers can register", file },
  },
  {
    name: "last-operator-goes",
    file: usecases,
    find: "if (operators.length === 1 && operators[0]?.id === id)",
    replace: "if (operators.length < 0 && operators[0]?.id === id)",
    caughtBy: { test: "is given and taken, and never by the last who has it", file },
  },
  {
    name: "operators-unlocked",
    file: usecases,
    find: "    await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(trx);\n",
    replace: "",
    caughtBy: { test: "somebody has it after whatever operators do to each other at once", file },
  },
  {
    name: "operator-long-ago",
    file: "src/features/operator/server/handlers.ts",
    find: "  requireRecent(context.session, context.deps);\n",
    replace: "",
    caughtBy: { test: "asks for a proof of who sits there before people, coins and prices change", file },
  },
  {
    name: "disabled-session-lives",
    file: "src/features/account/server/session.ts",
    find: "\n      and u.disabled_at is null`",
    replace: "`",
    caughtBy: {
      test: "somebody who is disabled is signed out and stays out, by every way in, until let in again",
      file,
    },
  },
  {
    name: "disabled-feed-lives",
    file: "src/features/sharing/server/repository.ts",
    find: '    .where("user.disabled_at", "is", null)\n',
    replace: "",
    caughtBy: {
      test: "somebody who is disabled is signed out and stays out, by every way in, until let in again",
      file,
    },
  },
  {
    name: "disabled-signs-in",
    file: "src/features/account/server/auth.ts",
    find: "if (await isDisabled(userId, trx))",
    replace: "if ((await isDisabled(userId, trx)) && userId.length === 0)",
    caughtBy: {
      test: "somebody who is disabled is signed out and stays out, by every way in, until let in again",
      file,
    },
  },
  {
    name: "disabled-schedule-runs",
    file: "src/features/schedules/server/repository.ts",
    find: '      .where("user.disabled_at", "is", null)\n',
    replace: "",
    caughtBy: { test: "schedules of somebody who is disabled rest", file },
  },
  {
    name: "gift-each-press",
    file: usecases,
    find: "const key = `operator:${requestKey}`;",
    replace: "const key = `operator:${requestKey}:${deps.newId()}`;",
    caughtBy: { test: "coins are given and taken with a reason that the person reads, once for each press", file },
  },
  {
    name: "unwritten-act",
    file: usecases,
    find: "    for (const act of acts) await record(operator, { ...act, subject: id, reason }, trx, deps);",
    replace: "    for (const act of acts.slice(1)) await record(operator, { ...act, subject: id, reason }, trx, deps);",
    caughtBy: { test: "sessions are ended and a level is set", file },
  },
  {
    name: "switched-off-starts",
    file: "src/features/workflows/server/switches.ts",
    find: "return off ? { ...card, isProductionReady: false } : card;",
    replace: "return off ? { ...card } : card;",
    caughtBy: { test: "a workflow that is switched off starts for nobody, and again when it is on", file },
  },
  {
    name: "operator-acts-unlimited",
    file: "src/features/operator/server/handlers.ts",
    find: 'const acts = { name: "operator.acts", points: 30,',
    replace: 'const acts = { name: "operator.acts", points: 3000,',
    caughtBy: {
      test: "an operator acts 30 times a minute, then waits, and still sees",
      file: "src/features/operator/operatorLimits.test.ts",
    },
  },
  {
    name: "coupon-overwritten",
    file: "src/features/operator/server/usecases.ts",
    find: '.onConflict((conflicting) => conflicting.column("code").doNothing())',
    replace: '.onConflict((conflicting) => conflicting.column("code").doUpdateSet(values))',
    caughtBy: {
      test: "a coupon that exists is not made again, however many try at once, and is changed where that is asked",
      file: "src/features/operator/operator.test.ts",
    },
  },
  {
    name: "plan-repriced-in-use",
    file: "src/features/operator/server/usecases.ts",
    find: 'if (running) throw conflict("operator.inUse", "People are paying for this plan");',
    replace: "",
    caughtBy: {
      test: "a plan that people pay for keeps its terms, and may be offered no more",
      file: "src/features/operator/operator.test.ts",
    },
  },
  {
    name: "empty-mail-sent-again",
    file: "src/features/operator/server/usecases.ts",
    find: '      .where("text_body", "<>", "")\n',
    replace: "",
    caughtBy: {
      test: "runs and mails are seen without a word of what is in them, and a failed mail is tried again",
      file: "src/features/operator/operator.test.ts",
    },
  },
  {
    name: "switched-off-rewrites",
    file: "src/features/runs/server/rewrites/startRewrite.ts",
    find: 'if (!(await offeredCard(project.workflow, deps.db))?.isProductionReady) return "notLive";',
    replace: "",
    caughtBy: {
      test: "of a workflow that is switched off, like a start of it",
      file: "src/features/projects/rewriting.test.ts",
    },
  },
  {
    name: "switched-off-in-catalogue",
    file: "src/features/workflows/web/areas.ts",
    find: "card.isProductionReady && !off.includes(card.workflowName);",
    replace: "card.isProductionReady && off !== undefined;",
    caughtBy: {
      test: "a workflow that is switched off stands among those that cannot be started, used or not",
      file: "src/features/workflows/web/areas.test.ts",
    },
  },
  {
    name: "first-word-of-the-last-try",
    file: "src/features/runs/server/events.ts",
    find: " and first_text_at is null)`",
    replace: ")`",
    caughtBy: {
      test: "the instant of the first words is kept, whatever comes after them",
      file: "src/features/runs/server/writer.test.ts",
    },
  },
  {
    name: "old-backup-unseen",
    file: "src/features/operator/server/repository.ts",
    find: "count: backupDays > maxBackupDays ? backupDays : 0",
    replace: "count: 0",
    caughtBy: {
      test: "the first word of runs and the last backup are told, and a backup that is long ago needs a look",
      file: "src/features/operator/operator.test.ts",
    },
  },
  {
    name: "backup-unnoted",
    file: "src/platform/database/backup.ts",
    find: "    await noteBackup(options.pool, options.now());\n",
    replace: "",
    caughtBy: {
      test: "what is restored belongs to the storage it was put into, with the secret it was made with",
      file: "src/platform/database/backup.test.ts",
    },
  },
];
