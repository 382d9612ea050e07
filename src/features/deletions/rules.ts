/** Records that a person deletes and restores, by the names that suggestions have for them. */
export const deletedKinds = ["project", "calendarEntry", "outcome", "lead", "leadNote", "leadView"] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** Records of one answer: several deletions of as many as one request may delete. */
export const maxDeletions = 2_000;
