/**
 * Text that XML can hold: lone surrogates become U+FFFD, characters that XML 1.0 forbids become blanks
 * (https://www.w3.org/TR/xml/#charsets).
 */
export const xmlText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- exactly those are not allowed
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, " ");
