/*
 * Writes iCalendar (RFC 5545). Values are made by the functions below alone, so that no words of a person can end a
 * line, open a parameter or begin a property.
 */

/** One content line before it is folded. */
export interface Property {
  /** `DTSTART`, upper case, ours. */
  name: string;
  /** Values are quoted here. */
  params?: Readonly<Record<string, string>>;
  /** Already in the form of its type: `textValue`, `mailtoValue`, a date. */
  value: string;
}

/** Control characters that RFC 5545 allows in no value; line breaks and tabs are told apart by the callers. */
// oxlint-disable-next-line no-control-regex -- these are what must go
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** A value of type TEXT (3.3.11): backslash, semicolon, comma and line breaks are escaped, other controls left out. */
export const textValue = (text: string): string =>
  text
    .toWellFormed()
    .replace(controls, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(lineBreaks, "\\n");

/**
 * A quoted parameter value (3.2). It has no escape for quotation marks: they become apostrophes. Backslashes mean nothing
 * here, but some readers take them for escapes, and the closing mark with them. A circumflex is doubled for readers of
 * RFC 6868.
 */
export const quotedParam = (text: string): string =>
  `"${text
    .toWellFormed()
    .replace(lineBreaks, " ")
    .replace(controls, "")
    .replaceAll("\t", " ")
    .replaceAll('"', "'")
    .replaceAll("\\", "/")
    .replaceAll("^", "^^")}"`;

/** An address as a calendar user (3.3.3): what RFC 6068 does not allow unescaped is percent-encoded. */
export const mailtoValue = (email: string): string =>
  `mailto:${email.toWellFormed().replace(/[^A-Za-z0-9!$'*+\-./=@_~]/gu, (character) => encodeURIComponent(character))}`;

/** A web address as type URI: nothing in it can end the line. */
export const uriValue = (address: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what must go
  address
    .toWellFormed()
    .replace(/[\u0000-\u0020\u007f\u0085\u2028\u2029"<>\\^`{|}]/g, (character) => encodeURIComponent(character));

/** `20261124T090000Z` */
export const utcValue = (instant: string | number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** `20261124` of `2026-11-24`. */
export const dateValue = (date: string): string => date.replaceAll("-", "");

/** Longest line in octets without its line break (3.1). */
const longest = 75;

function folded(line: string): string {
  let [out, octets] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longest) {
      out += "\r\n ";
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return out;
}

function lineOf({ name, params = {}, value }: Property): string {
  const written = Object.entries(params).map(([key, text]) =>
    // Our own words, such as TRUE and zone names, need no quotation marks, which some readers do not expect there.
    /^[A-Za-z0-9/_+-]+$/.test(text) ? `;${key}=${text}` : `;${key}=${quotedParam(text)}`,
  );
  return folded(`${name}${written.join("")}:${value}`);
}

/** A component with properties and components in it. */
export interface Component {
  name: string;
  parts: readonly (Property | Component)[];
}

const isComponent = (part: Property | Component): part is Component => "parts" in part;

const linesOf = ({ name, parts }: Component): string[] => [
  `BEGIN:${name}`,
  ...parts.flatMap((part) => (isComponent(part) ? linesOf(part) : [lineOf(part)])),
  `END:${name}`,
];

/** A whole calendar as text. @param method `REQUEST`, `CANCEL`; null for what is only published */
export function calendarText(
  { method, name }: { method: "REQUEST" | "CANCEL" | null; name?: string },
  components: readonly Component[],
): string {
  const head: Property[] = [
    { name: "VERSION", value: "2.0" },
    { name: "PRODID", value: "-//Pioneer//Calendar//EN" },
    { name: "CALSCALE", value: "GREGORIAN" },
    ...(method === null ? [] : [{ name: "METHOD", value: method }]),
    ...(name === undefined ? [] : [{ name: "X-WR-CALNAME", value: textValue(name) }]),
  ];
  return `${linesOf({ name: "VCALENDAR", parts: [...head, ...components] }).join("\r\n")}\r\n`;
}
