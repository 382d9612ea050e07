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
  {
    name: "grant-undone-by-payment",
    file: "src/features/account/server/repository.ts",
    find: 'sql.ref("granted_license"), sql`${change.paid}`',
    replace: "sql`${null}`, sql`${change.paid}`",
    caughtBy: {
      test: "does not undo a level that an operator gave; the higher one counts until each ends",
      file: "src/features/payments/payments.test.ts",
    },
  },
  {
    name: "grant-takes-what-is-paid",
    file: "src/features/account/server/repository.ts",
    find: 'sql`${change.granted}`, sql.ref("paid_license")',
    replace: "sql`${change.granted}`, sql`${null}`",
    caughtBy: {
      test: "and a grant bring the higher level, in whatever order and however close together they come",
      file: "src/features/payments/payments.test.ts",
    },
  },
  {
    name: "lanes-full-each",
    file: "src/platform/jobs.ts",
    find: "const all = names.reduce((sum, name) => sum + running(name), 0);",
    replace: "const all = running(queue.name);",
    caughtBy: {
      test: "entries of all queues of a job share the room of the process",
      file: "src/platform/jobs.test.ts",
    },
  },
  {
    name: "one-sender-closes-a-mailbox",
    file: "src/features/sharing/server/mailing.ts",
    find: "{ limits: mailboxLimits.ofAll, by: undefined }",
    replace: "{ limits: mailboxLimits.ofSender, by: undefined }",
    caughtBy: {
      test: "who sent a mailbox all they may closes it to nobody else; all together send it fifty",
      file: "src/features/sharing/sharing.test.ts",
    },
  },
  {
    name: "mailbox-of-many-guests",
    file: "src/features/sharing/server/mailing.ts",
    find: "const more = wanted.get(mailboxOf(email))?.length ?? 1;",
    replace: "const more = 1;",
    caughtBy: {
      test: "nobody is flooded: a person sends a mailbox ten invitations a day, however it is written",
      file: "src/features/sharing/sharing.test.ts",
    },
  },
  {
    name: "cancellation-held-back",
    file: "src/features/sharing/server/usecases.ts",
    find: "if (isNotified && !goes) {",
    replace: "if (isNotified) {",
    caughtBy: { test: "no limit holds back a cancellation", file: "src/features/sharing/sharing.test.ts" },
  },
  {
    name: "disabled-person-writes-to-guests",
    file: "src/features/mail/server/repository.ts",
    find: "            .where(sql<boolean>`not ${isHeld}`)\n",
    replace: "",
    caughtBy: {
      test: "of nothing by somebody whose account is disabled, and of all that is so when it is enabled again",
      file: "src/features/sharing/sharing.test.ts",
    },
  },
  {
    name: "moved-item-untold",
    file: "src/features/reminders/server/repository.ts",
    find: " and done.record_id = o.id and done.starts_at = o.planned_at)",
    replace: " and done.record_id = o.id)",
    caughtBy: {
      test: "that were told once are told again when they are moved to another time",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "reminders-caught-up-with",
    file: "src/features/reminders/server/repository.ts",
    find: "sql<boolean>`(u.enabled_at is null or ${at} >= u.enabled_at)`",
    replace: "sql<boolean>`(u.enabled_at is null or ${at} is not null)`",
    caughtBy: {
      test: "are nobody's whose account is disabled, nor caught up with when it is enabled again",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "full-hour-cut",
    file: "src/features/reminders/server/usecases.ts",
    find: "      isMore = page.length === pageSize;\n    }\n",
    replace: "      isMore = false;\n    }\n",
    caughtBy: {
      test: "of a full hour go out in one turn, however many they are",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "reminder-after-stop",
    file: "src/features/reminders/server/usecases.ts",
    find: 'if (!mailSettings[mail.kind === "reminder-item" ? "contentDue" : "reminders"]) return false;',
    replace: "",
    caughtBy: {
      test: "none goes to who pressed stop, was disabled or has another address by then",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "reminder-of-moved-entry",
    file: "src/features/reminders/server/usecases.ts",
    find: "return isKept && at",
    replace: "return at",
    caughtBy: {
      test: "none of what was moved, deleted or is reminded of no more",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "reminder-hours-late",
    file: "src/features/reminders/rules.ts",
    find: "return at <= now && at > now - latestMs && (isDueThen",
    replace: "return at <= now && (isDueThen",
    caughtBy: {
      test: "none that a mail server kept waiting past its use",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "reminders-never-asked",
    file: "src/server/product.ts",
    find: "        isWanted: (mail: MailRow) => isStillWanted(mail, deps),\n",
    replace: "        isWanted: async (mail: MailRow) => mail !== undefined || (await isStillWanted(mail, deps)),\n",
    caughtBy: {
      test: "survive a process that is killed: one mail, whatever the next process does, unless it was stopped",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
  {
    name: "whole-day-becomes-two",
    file: "src/features/reminders/server/usecases.ts",
    find: "...movedTo(first, new Date(start).toISOString()) }",
    replace:
      "start: new Date(start).toISOString(), end: new Date(start + entry.ends_at.getTime() - entry.starts_at.getTime()).toISOString() }",
    caughtBy: {
      test: "of whole days name one day, also where clocks change",
      file: "src/features/reminders/reminders.test.ts",
    },
  },
];
