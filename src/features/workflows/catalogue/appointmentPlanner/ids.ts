/** The person who asks; participants are `p1`, `p2`, … in the order of the document. */
export const selfId = "me";
export const idOf = (index: number): string => `p${index + 1}`;
