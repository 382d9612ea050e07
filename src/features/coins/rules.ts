/** At or below this many coins the balance gets a red border (specification section 9). */
export const lowBalance = 80;

/** The popup of affordable workflows appears from this many coins on (specification section 9). */
export const suggestionsFrom = 50;

/** A quoted price holds for this long. */
export const quoteMinutes = 15;
