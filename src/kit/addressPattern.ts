/**
 * A local part and a domain in letters of any script (RFC 6531, IDN), with the marks that addresses have in practice.
 * No white space, quote, bracket or comma: nothing in it can end a header or name a second address.
 */
export const addressPattern =
  /^(?!\.)(?!.*\.[.@])[\p{L}\p{M}\p{N}_'+.-]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|[xX][nN]--[A-Za-z0-9-]{2,})$/u;
