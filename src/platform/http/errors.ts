import { ORPCError, ValidationError } from "@orpc/server";
import { codeOf } from "#src/kit/causes.ts";
import { notSignedIn, ProductError, unavailable, type ErrorBody, type FieldIssue } from "#src/kit/errors.ts";
import { isOutOfSpace, storageFull } from "#src/kit/outOfSpace.ts";
import { isConnectionLoss } from "../database/connectionLoss.ts";

type Issue = ValidationError["issues"][number];

const isUnion = (issue: Issue): issue is Issue & { errors: Issue[][] } =>
  "code" in issue && issue.code === "invalid_union" && "errors" in issue && Array.isArray(issue.errors);

/** Says that the request was meant otherwise: it has fields that this form of it does not know. */
const isOtherForm = (issue: Issue): boolean =>
  "code" in issue && issue.code === "unrecognized_keys" && (issue.path ?? []).length === 0;

/**
 * What is wrong, one by one. Where a request may have one of several forms, the form that knows all of its fields
 * speaks: it alone can name the field.
 */
function leavesOf(issue: Issue): Issue[] {
  if (!isUnion(issue)) return [issue];
  const meant = issue.errors
    .filter((issues) => issues.length > 0 && !issues.some(isOtherForm))
    .toSorted((one, other) => one.length - other.length)[0];
  if (!meant) return [issue];
  return meant.flatMap((inner) => leavesOf({ ...inner, path: [...(issue.path ?? []), ...(inner.path ?? [])] }));
}

const isThere = (data: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
    data,
  ) !== undefined;

/** Words of the specification, section 5, for a field that is absent or empty. */
const required = "is a required field";

function fieldsOf(error: ValidationError): FieldIssue[] {
  return error.issues
    .flatMap(leavesOf)
    .slice(0, 50)
    .map((issue) => {
      const parts = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
      const path = parts.map(String).join(".");
      const key =
        "params" in issue && typeof issue.params === "object" && issue.params !== null && "messageKey" in issue.params
          ? issue.params.messageKey
          : undefined;
      const isMissing = parts.length > 0 && (issue.message === required || !isThere(error.data, parts));
      if (isMissing) return { path, message: `${path} ${required}`, messageKey: "validation.required" };
      return { path, message: issue.message, ...(typeof key === "string" ? { messageKey: key } : {}) };
    });
}

/** SQLSTATE 40P01 and 40001: the database ended one of several transactions that waited for each other. */
const isLockLoss = (error: unknown): boolean => ["40P01", "40001"].includes(codeOf(error) ?? "");

/** SQLSTATE 53200: the database could not get memory for a statement. */
const isOutOfMemory = (error: unknown): boolean => codeOf(error) === "53200";

/** SQLSTATE 23503 at the column of an owner: the person was deleted after the session had been read. */
const isOwnerGone = (error: unknown): boolean =>
  error instanceof Error &&
  codeOf(error) === "23503" &&
  "constraint" in error &&
  typeof error.constraint === "string" &&
  error.constraint.endsWith("_user_id_fkey");

/**
 * Anything thrown while answering, as the one class of errors for people. What is not meant for people becomes a 500
 * with an id and nothing else.
 */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ProductError) return error.cause;
    if (error.code === "BAD_REQUEST") {
      const fields = error.cause instanceof ValidationError ? fieldsOf(error.cause) : undefined;
      return new ProductError("request.bad", {
        status: 400,
        message: "The request isn't valid",
        ...(fields ? { fields } : {}),
      });
    }
    return toProductError(error.cause ?? new Error(error.message));
  }
  if (isLockLoss(error)) return unavailable("Somebody else changed the same at the same moment", 1, error);
  if (isOwnerGone(error)) return notSignedIn();
  if (isOutOfSpace(error)) return storageFull(error);
  if (isOutOfMemory(error)) return unavailable("The database has no memory left for a moment", 2, error);
  if (isConnectionLoss(error)) return unavailable("The database is away for a moment", 2, error);
  return new ProductError("server.error", { status: 500, message: "Something went wrong on our side", cause: error });
}

/** What a refusal repeats of a request, in UTF-16 units: a name of half a megabyte helps nobody. */
const longestPath = 200;
const longestMessage = 300;

const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;

const clipFields = (fields: readonly FieldIssue[]): FieldIssue[] =>
  fields.slice(0, 50).map((field) => ({
    ...field,
    path: clip(field.path, longestPath),
    message: clip(field.message, longestMessage),
  }));

/** The refusal on the wire. */
export function errorResponse(error: ProductError, requestId: string): Response {
  const body: ErrorBody = {
    code: error.code,
    message: error.message,
    requestId,
    ...(error.fields ? { fields: clipFields(error.fields) } : {}),
  };
  const headers: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return new Response(JSON.stringify(body), { status: error.status, headers });
}
