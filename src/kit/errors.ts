/** One path into a refused body and what is wrong there. `path` is dotted (`enData.formValues.title`). */
export interface FieldIssue {
  path: string;
  message: string;
  /** Key of a translated sentence, when the rule has one of its own. */
  messageKey?: string;
  /** Its sentence in both languages, `English | Deutsch`, for a rule of a workflow's own form. */
  words?: string;
}

export interface ProductErrorOptions {
  /** HTTP status, 400..599. */
  status: number;
  /** Raised sentence of the specification, or a plain English one. Never holds a secret or personal data. */
  message: string;
  fields?: FieldIssue[];
  /** Whole seconds a client should wait; sent as `Retry-After`. */
  retryAfter?: number;
  /** What really happened, for the log only. */
  cause?: unknown;
}

/**
 * The one class of errors that are meant for people and programs. `code` is a message key that the browser
 * translates (`coins.notEnough`); HTTP is mapped once, in the server's pipeline.
 */
export class ProductError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: FieldIssue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: string, options: ProductErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProductError";
    this.code = code;
    this.status = options.status;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }
}

/** What every refusal looks like on the wire. */
export interface ErrorBody {
  code: string;
  message: string;
  requestId: string;
  fields?: FieldIssue[];
}

export const badRequest = (message: string, fields?: FieldIssue[]): ProductError =>
  new ProductError("request.bad", { status: 400, message, ...(fields ? { fields } : {}) });

export const notSignedIn = (message = "User is not authenticated"): ProductError =>
  new ProductError("session.required", { status: 401, message });

export const forbidden = (message: string): ProductError =>
  new ProductError("request.forbidden", { status: 403, message });

/** Also the answer for a record that belongs to somebody else. */
export const notFound = (message = "Not found"): ProductError => new ProductError("notFound", { status: 404, message });

export const conflict = (code: string, message: string): ProductError =>
  new ProductError(code, { status: 409, message });

export const tooMany = (retryAfter: number, message = "Too many requests"): ProductError =>
  new ProductError("request.tooMany", { status: 429, message, retryAfter });

export const unavailable = (message: string, retryAfter = 2, cause?: unknown): ProductError =>
  new ProductError("server.unavailable", { status: 503, message, retryAfter, cause });
