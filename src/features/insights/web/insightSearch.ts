import type { Insight, InsightStatus } from "../contract.ts";

/** Statuses in the order of a message's life; a test holds them against the contract. */
export const insightStatuses: readonly InsightStatus[] = [
  "draft",
  "approved",
  "sent",
  "replied",
  "bounced",
  "unsubscribed",
];

export const channels: readonly Insight["channel"][] = ["email", "linkedin", "phone", "letter"];

/** The status that the list is narrowed to by the address, or undefined for all. */
export const statusIn = (raw: unknown): InsightStatus | undefined => insightStatuses.find((status) => status === raw);
