/** Statuses of a message in the order of its life, and ways to send it; here and not in the contract, as for leads. */
export const insightStatuses = ["draft", "approved", "sent", "replied", "bounced", "unsubscribed"] as const;
type InsightStatus = (typeof insightStatuses)[number];
export const channels = ["email", "linkedin", "phone", "letter"] as const;

/** The status that the list is narrowed to by the address, or undefined for all. */
export const statusIn = (raw: unknown): InsightStatus | undefined => insightStatuses.find((status) => status === raw);

/** Outreach insights that one person may have. */
export const maxInsights = 100_000;
