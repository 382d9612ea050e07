import routes from "virtual:routes";
import type { ContractProcedure } from "@orpc/contract";
import type { z } from "zod";
import { ProductError, type ErrorBody } from "#src/kit/errors.ts";
import { createListeners } from "../valueStore.ts";
import { noteUnanswered } from "./connection.ts";
import { takePrefetched } from "./prefetched.ts";

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type CallOf<P> =
  P extends ContractProcedure<infer I, infer O, infer _E, infer _M>
    ? InputOf<I> extends undefined
      ? (input?: undefined, options?: CallOptions) => Promise<OutputOf<O>>
      : (input: InputOf<I>, options?: CallOptions) => Promise<OutputOf<O>>
    : never;

/** Calls of the product by feature; the contract of the features adds itself. */
export interface ApiContract {}

/** One function per call of the contract: `api.projects.getProject({ id })`. */
export type Api = { [F in keyof ApiContract]: { [C in keyof ApiContract[F]]: CallOf<ApiContract[F][C]> } };

type Seal = (method: string, path: string, value: unknown) => Promise<unknown>;
let seal: Seal = async (_method, _path, value) => value;

/** Hands in what closes `enData` for the signed-in session. */
export function sealWith(next: Seal): void {
  seal = next;
}

/** A refusal as the server worded it, with the id to quote to support. */
export class ApiError extends ProductError {
  readonly requestId: string;
  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.code ?? "server.unavailable", {
      status,
      message: body.message ?? `HTTP ${status}`,
      ...(body.fields ? { fields: body.fields } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    this.requestId = body.requestId ?? "";
  }
}

/** Whether what was asked for is not there (404), or the address holds no id at all (400): asking again cannot help. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** What went wrong as one kind of error, also where no answer was refused. */
export const failureOf = (cause: unknown): ApiError =>
  cause instanceof ApiError
    ? cause
    : new ApiError(0, { code: "unknown", message: cause instanceof Error ? cause.message : String(cause) });

/**
 * One request with the manners of the product: own origin, JSON, errors as ApiError.
 * @throws ApiError with status 0 and code `network.offline` when no answer came
 */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  let response: Response;
  try {
    const early = method === "GET" ? takePrefetched(path) : undefined;
    response = await (early ??
      fetch(path, {
        method,
        credentials: "same-origin",
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options.signal ? { signal: options.signal } : {}),
      }));
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    noteUnanswered();
    throw new ApiError(0, { code: "network.offline", message: "No connection" });
  }
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  const refusal = new ApiError(response.status, answer ?? {}, retryAfter);
  if (response.status === 401) signedOut.notify();
  throw refusal;
}

const signedOut = createListeners();

/** Called whenever the server says that nobody is signed in. */
export const onSignedOut = signedOut.subscribe;

type Row = [string, string, 1?];

async function call(row: Row, input: Record<string, unknown> | undefined, options?: CallOptions): Promise<unknown> {
  const [method, template, sealed] = row;
  const rest: Record<string, unknown> = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
    return request(method, query.size > 0 ? `${path}?${query}` : path, undefined, options);
  }
  if (sealed) rest["enData"] = await seal(method, path, rest["enData"]);
  return request(method, path, input === undefined ? undefined : rest, options);
}

/** The typed client: each name resolves to its row of method and path. */
export const api = Object.fromEntries(
  Object.entries(routes).map(([feature, calls]) => [
    feature,
    Object.fromEntries(
      Object.entries(calls).map(([name, row]) => [
        name,
        (input?: Record<string, unknown>, options?: CallOptions) => call(row, input, options),
      ]),
    ),
  ]),
) as unknown as Api;
