/** One part of a mail: its headers by lower-case name, and what is in it. */
export interface MimePart {
  headers: Map<string, string>;
  /** Media type in lower case. */
  type: string;
  params: Map<string, string>;
  /** Text of a leaf, its transfer encoding taken off, read as UTF-8. */
  text: string;
  parts: MimePart[];
}

function parameters(value: string): Map<string, string> {
  const found = [...value.matchAll(/;\s*([\w-]+)=(?:"([^"]*)"|([^;\s]*))/g)];
  return new Map(found.map(([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ""]));
}

function decoded(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Reads a mail as it came over the wire (RFC 2045, 2046), as strictly as a test wants it. */
export function parseMime(raw: string): MimePart {
  const gap = raw.indexOf("\r\n\r\n");
  if (gap < 0) throw new Error("a part without an empty line after its headers");
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, gap)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    if (!/^[\w-]+$/.test(name)) throw new Error(`no header: ${line}`);
    if (headers.has(name)) throw new Error(`${name} is there twice`);
    headers.set(name, line.slice(at + 1).trim());
  }
  const body = raw.slice(gap + 4);
  const content = headers.get("content-type") ?? "text/plain";
  const [type = ""] = content.toLowerCase().split(";");
  const params = parameters(content);
  const boundary = params.get("boundary");
  if (boundary === undefined) {
    const encoding = (headers.get("content-transfer-encoding") ?? "7bit").toLowerCase();
    return { headers, type: type.trim(), params, text: decoded(body, encoding), parts: [] };
  }
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!pieces.at(-1)?.startsWith("--")) throw new Error("a multipart without an end");
  const parts = pieces.slice(1, -1).map((piece) => parseMime(piece.replace(/^[ \t]*\r\n/, "")));
  return { headers, type: type.trim(), params, text: "", parts };
}

/** Types of a mail as a tree: `multipart/mixed(text/plain, …)`. */
export const outlineOf = ({ type, parts }: MimePart): string =>
  parts.length > 0 ? `${type}(${parts.map(outlineOf).join(", ")})` : type;
