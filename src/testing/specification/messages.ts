import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sources } from "#src/testing/sourceTree.ts";
import type { Part } from "./fact.ts";

/** Message keys of section 8 by their group. */
export const messageGroups: readonly [group: string, keys: readonly string[]][] = [
  ["Copy to clipboard", ["clipboard.error"]],
  ["Login", ["login.wrongPassword", "login.sessionInvalid", "login.serverError", "login.success"]],
  ["Register", ["register.serverError", "register.duplicateUser", "register.success"]],
  [
    "Reset authentication",
    [
      "resetAuth.invalidLink",
      "resetAuth.serverError",
      "resetAuth.noUserFound",
      "resetAuth.requestSuccess",
      "resetAuth.finishSuccess",
    ],
  ],
  ["Bad request and pioneer handling", ["request.bad", "pioneer.error"]],
  ["Attachment prank in the funding-applicant workflow", ["fundingApplicant.attachmentPrank"]],
  ["Request without fitting context in the leads-list provider workflow", ["leadsListProvider.noFittingContext"]],
  ["Use case wish", ["useCaseWish.sendSuccess", "useCaseWish.sendError"]],
  ["Coins", ["coins.updateSuccess", "coins.updateError", "coins.notEnough"]],
  ["Settings", ["settings.updateSuccess", "settings.updateError"]],
  ["Emailing", ["emailing.sendSuccess", "emailing.sendError"]],
  [
    "Payments",
    [
      "payments.success",
      "payments.error",
      "payments.couponSuccess",
      "payments.couponNotFirstTime",
      "payments.couponExpired",
      "payments.couponDoesNotExist",
      "payments.couponNamedWrong",
      "payments.couponAmountPriceTooLow",
      "payments.couponUsageAchieved",
      "payments.portalUserNotFound",
    ],
  ],
  ["Share appointment invitation", ["shareAppointment.sendSuccess", "shareAppointment.sendError"]],
  [
    "Workflow project",
    [
      "project.addSuccess",
      "project.addError",
      "project.addRevisionSuccess",
      "project.addRevisionError",
      "project.removeSuccess",
      "project.removeError",
    ],
  ],
  [
    "Calendar entry",
    [
      "calendarEntry.addSuccess",
      "calendarEntry.addError",
      "calendarEntry.updateSuccess",
      "calendarEntry.updateError",
      "calendarEntry.deleteSuccess",
      "calendarEntry.deleteError",
    ],
  ],
  [
    "Reseller invites",
    [
      "resellerInvites.sendSuccess",
      "resellerInvites.rewardSuccess",
      "resellerInvites.sendError",
      "resellerInvites.duplicateInvite",
      "resellerInvites.duplicateRegisteredUser",
    ],
  ],
  ["Leads list provider", ["leadsListProvider.manyLeadsAdded"]],
];

/** Beginnings of the keys that nothing raises yet, and the part that will. */
const waiting: Readonly<Record<string, Part>> = {};

/** The part that will raise a message, undefined for one that is raised today. */
export const partOf = (key: string): Part | undefined =>
  Object.entries(waiting).find(([start]) => key.startsWith(start))?.[1];

export interface MessageWords {
  title: string;
  description: string;
}

/**
 * Title and description of a message in one language, as the pages show them.
 * @throws Error when one of them is missing
 */
export function wordsOf(language: "en" | "de", key: string): MessageWords {
  const texts: unknown = JSON.parse(readFileSync(join(root, "src/ui/i18n", language, "messages.json"), "utf8"));
  const found = key.split(".").reduce<unknown>((part, name) => new Map(Object.entries(part ?? {})).get(name), texts);
  const words = new Map<string, unknown>(Object.entries(found ?? {}));
  const [title, description] = [words.get("title"), words.get("description")];
  if (typeof title !== "string" || typeof description !== "string" || title.length < 3 || description.length < 3)
    throw new Error(`${key} has no title or no description (${language})`);
  return { title, description };
}

let programs: string[] | undefined;

/** Whether a program names the key, by itself or as a place among the texts. */
export function isRaised(key: string): boolean {
  programs ??= sources()
    .filter(({ path }) => !path.startsWith("src/testing/") && !/\.test\.tsx?$/.test(path))
    .map(({ text }) => text);
  return programs.some((text) => [`"${key}"`, `messages:${key}.`].some((name) => text.includes(name)));
}
