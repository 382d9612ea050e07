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
    find: "    .forNoKeyUpdate()\n",
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
];
