/** A quoted price holds for this long. */
export const quoteMinutes = 15;
