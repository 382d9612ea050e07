/** `mailto:` for one address. What an address may hold beside letters is encoded: nothing becomes a second recipient. */
export const mailHref = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+")}`;

/** `tel:` for a number as people write it: digits and a leading plus. */
export const phoneHref = (number: string): string => {
  const digits = number.replace(/\(0\)/, "").replace(/[^\d+]/g, "");
  return `tel:${digits.startsWith("+") ? "+" : ""}${digits.replaceAll("+", "")}`;
};
