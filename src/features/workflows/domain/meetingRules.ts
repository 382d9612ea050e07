/** Days of a window in which a meeting is looked for, at most. */
export const longestWindow = 92;
