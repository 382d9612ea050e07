/** Outreach insights that one person may have. */
export const maxInsights = 100_000;
