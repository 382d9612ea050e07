import type { Edit } from "./edit.ts";

const rights = "src/features/account/rights.ts";
const schedules = { file: "src/features/schedules/server/usecases.ts", test: "src/features/schedules/levels.test.ts" };
const runs = "src/features/runs/levels.test.ts";
const reminders = {
  file: "src/features/reminders/server/usecases.ts",
  rules: "src/features/reminders/rules.ts",
  test: "src/features/reminders/reminders.test.ts",
};
const sharing = "src/features/sharing/sharing.test.ts";

/** Edits of what levels may do, of reminders, and of what keeps mailboxes and subscriptions safe. */
export const levelEdits: readonly Edit[] = [
  {
    name: "higher-level-may-less",
    file: rights,
    find: "    parallelRuns: 8,\n    schedules: 100,",
    replace: "    parallelRuns: 8,\n    schedules: 20,",
    caughtBy: {
      test: "a higher level never may less, with and without limits",
      file: "src/features/account/rights.test.ts",
    },
  },
  {
    name: "schedules-counted-apart",
    file: schedules.file,
    find: "await lockCounts(userId, trx);",
    replace: "",
    caughtBy: { test: "of schedules made at once exactly as many come as there is room for", file: schedules.test },
  },
  {
    name: "schedules-without-limit",
    file: schedules.file,
    find: "if (!wanted.isPaused && !active.includes(projectId))",
    replace: "if (wanted.isPaused && !active.includes(projectId))",
    caughtBy: {
      test: "a level has room for so many schedules; the refusal names the limit and the level that lifts it",
      file: schedules.test,
    },
  },
  {
    name: "fallen-level-starts-all",
    file: schedules.file,
    find: `(row.project_id)) return "level";`,
    replace: `(row.project_id) && row.is_paused) return "level";`,
    caughtBy: {
      test: "a fallen level deletes nothing: the newest schedules rest, and go on when it rises again",
      file: schedules.test,
    },
  },
  {
    name: "deep-for-everybody",
    file: "src/features/runs/server/start.ts",
    find: `form.depth === "deep" && !deepResearch`,
    replace: `form.depth === "quick" && !deepResearch`,
    caughtBy: {
      test: "a level without deep runs refuses them before any coin moves, in both languages and at the field",
      file: runs,
    },
  },
  {
    name: "files-without-weight",
    file: "src/features/runs/server/start.ts",
    find: "if (bytes <= attachmentBytes) return;",
    replace: "if (bytes >= 0) return;",
    caughtBy: { test: "so is their size, of which a file that is named twice is counted once", file: runs },
  },
  {
    name: "runs-stay-in-their-lane",
    file: "src/features/runs/server/queue.ts",
    find: "people.map((person) => laneOf(",
    replace: "people.slice(people.length).map((person) => laneOf(",
    caughtBy: { test: "runs at once follow the level, also of runs that were started before it changed", file: runs },
  },
  {
    name: "reminded-twice",
    file: reminders.file,
    find: "if (isNew && isTold && to && !isItem)",
    replace: "if (isTold && to && !isItem)",
    caughtBy: {
      test: "are not told twice by processes that look at the same time, nor again when the first is repeated",
      file: reminders.test,
    },
  },
  {
    name: "reminders-flood",
    file: reminders.rules,
    find: "export const latestMs = 60 * minuteMs;",
    replace: "export const latestMs = 100_000 * minuteMs;",
    caughtBy: {
      test: "that became due more than an hour ago are left out: a stop is followed by no flood",
      file: reminders.test,
    },
  },
  {
    name: "reminders-cannot-be-ended",
    file: reminders.file,
    find: "if (!mailSettings[kind]) return null;",
    replace: "",
    caughtBy: { test: "go to proven addresses only, and not to who switched them off", file: reminders.test },
  },
  {
    name: "anybody-ends-mails",
    file: "src/features/reminders/server/unsubscribe.ts",
    find: "given.length === wanted.length && timingSafeEqual(given, wanted)",
    replace: "given.length === wanted.length",
    caughtBy: {
      test: "refuses an address of another person, of another kind, or with a changed signature",
      file: reminders.test,
    },
  },
  {
    name: "mailbox-of-many-names",
    file: "src/features/mail/server/usecases.ts",
    find: "mailbox: mailboxOf(mail.to.address),",
    replace: "mailbox: mail.to.address,",
    caughtBy: {
      test: "nobody is flooded: a person sends a mailbox ten invitations a day, however it is written",
      file: sharing,
    },
  },
  {
    name: "subscription-outlives-reset",
    file: "src/features/sharing/server/feature.ts",
    find: "  takenBack: revokeFeeds,\n",
    replace: "",
    caughtBy: {
      test: "ends when its owner takes the account back by a new password, and goes on otherwise",
      file: sharing,
    },
  },
  {
    name: "reward-for-what-went-back",
    file: "src/features/payments/server/usecases.ts",
    find: `    .where("refunded_cents", "=", 0)\n`,
    replace: "",
    caughtBy: {
      test: "for a first purchase wait until it is kept, and not for a run or one that went back",
      file: "src/features/invites/invites.test.ts",
    },
  },
];
