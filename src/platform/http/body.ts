import { readText } from "#src/kit/bodyText.ts";
import { badRequest, ProductError, type FieldIssue } from "#src/kit/errors.ts";

/** Largest JSON body; forms with long texts stay far below. Files have their own route. */
export const jsonBodyLimit = 1_000_000;

/** Deepest nesting accepted: our own records need 8. */
const depthLimit = 40;

/**
 * Values in one body: room for 500 leads of 80 values each. Judging one costs a schema some 5 µs, so a megabyte of
 * short ones would hold up everybody for half a second.
 */
const valueLimit = 40_000;

/** Counts values. @returns whether there are more than `limit`; nothing beyond that is looked at */
function holdsMoreThan(limit: number, value: unknown): boolean {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) continue;
    const children: unknown[] = Array.isArray(one) ? one : Object.values(one);
    count += children.length;
    if (count > limit) return true;
    for (const child of children) if (typeof child === "object" && child !== null) open.push(child);
  }
  return false;
}

/** What PostgreSQL cannot store or what could reach a prototype, with the path of each. */
function findUnstorable(value: unknown, path: string, depth: number, found: FieldIssue[]): void {
  if (depth > depthLimit) {
    found.push({ path, message: "is nested too deeply" });
    return;
  }
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed()) {
      found.push({ path, message: "must not hold NUL or half a character", messageKey: "validation.text" });
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const place = path === "" ? key : `${path}.${key}`;
    if (key === "__proto__" || key.includes("\u0000") || !key.isWellFormed()) {
      found.push({ path: path === "" ? "?" : path, message: "has a name that is not allowed" });
      continue;
    }
    findUnstorable(child, place, depth + 1, found);
    if (found.length >= 20) return;
  }
}

/**
 * Refuses a value that no schema should have to judge, in the open or out of an envelope.
 * @throws ProductError 400 with the paths
 */
export function assertStorable(value: unknown): void {
  if (holdsMoreThan(valueLimit, value)) throw badRequest(`The body may hold ${valueLimit} values at most`);
  const found: FieldIssue[] = [];
  findUnstorable(value, "", 0, found);
  if (found.length > 0) throw badRequest("The body cannot be stored", found);
}

/**
 * A JSON body, checked for what no schema should have to know: size, encoding, depth, NUL, half characters, prototypes.
 * @throws ProductError 400, 413 or 415
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  const text = await readText(request, jsonBodyLimit);
  if (text === "") return undefined;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProductError("request.unsupported", { status: 415, message: "Content-Type must be application/json" });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("The body is not JSON");
  }
  assertStorable(value);
  return value;
}
