import { contract } from "#src/features/contract.ts";

/** The parts of an OpenAPI 3.1 document that our own documentation page reads. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, OpenApiOperation> | undefined>;
}

export interface OpenApiOperation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

let made: Promise<OpenApiDocument> | undefined;

/** The contract as OpenAPI 3.1, made once per process when first asked for. */
export function openApiDocument(appUrl: string): Promise<OpenApiDocument> {
  made ??= (async () => {
    const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
      import("@orpc/openapi"),
      import("@orpc/zod/zod4"),
    ]);
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
    const document: unknown = await generator.generate(contract, {
      info: {
        title: "Pioneer",
        version: "0.1.0",
        description:
          "Calls of the signed-in person. Sign-in is the next-auth v4 dialect under /api/auth. Where a body has enData, a sealed string is accepted in place of the object. Refusals are {code, message, requestId, fields?}.",
      },
      servers: [{ url: `${appUrl}/api` }],
    });
    const plain = document as OpenApiDocument;
    plain.paths = { ...plain.paths, ...plainPaths };
    return plain;
  })();
  return made;
}

type PathRows = [method: string, path: string, tag: string, summary: string, body?: string][];

/** Calls that are no part of the contract object, because they are no plain JSON: who asks for what, in one line each. */
const plainRows: PathRows = [
  [
    "get",
    "/workflows/runs/{runId}/events",
    "workflows",
    "Server-sent events of a run, one RunEvent as JSON each; resumes after Last-Event-ID",
  ],
  [
    "get",
    "/workflows/{workflowName}/example",
    "workflows",
    "{document}: what a run of the workflow's own example brings, open to everybody; ?language=en or de",
  ],
  ["get", "/auth/csrf", "sign-in", "{csrfToken}; the forms below send it back"],
  ["get", "/auth/providers", "sign-in", "Ways to sign in"],
  ["get", "/auth/session", "sign-in", "{} or {user, expires}"],
  [
    "post",
    "/auth/register",
    "sign-in",
    "{name, email, password, language?, inviteCode?, termsAccepted?}; 201, or 409 register.duplicateUser",
    "application/json",
  ],
  [
    "post",
    "/auth/reset/request",
    "sign-in",
    "{email, language?}; 200 for every address: whoever has an account there gets a link",
    "application/json",
  ],
  [
    "post",
    "/auth/reset/finish",
    "sign-in",
    "{token, password, otherWays?: keep or remove, code?}; 200, 410 resetAuth.invalidLink, 404 resetAuth.noUserFound, or 401 login.codeNeeded",
    "application/json",
  ],
  [
    "post",
    "/auth/verify",
    "sign-in",
    "{token} of the link in a mail; confirms the address, or 403 verification.signInFirst",
    "application/json",
  ],
  ["post", "/user/verification", "account", "Send the link that confirms the address once more"],
  [
    "post",
    "/auth/callback/credentials",
    "sign-in",
    "Sign in with email, password, code?, csrfToken, callbackUrl, json",
    "application/x-www-form-urlencoded",
  ],
  [
    "post",
    "/auth/signout",
    "sign-in",
    "Sign out with csrfToken, callbackUrl, json",
    "application/x-www-form-urlencoded",
  ],
  ["post", "/auth/init-logout", "sign-in", "{dateLastLogout}, before signing out", "application/json"],
  ["get", "/user/envelope-key", "account", "Key that seals enData in this session; never stored"],
  ["get", "/user/sessions", "account", "Where the person is signed in"],
  ["delete", "/user/sessions", "account", "{id} or {others: true}", "application/json"],
  [
    "post",
    "/auth/link/request",
    "sign-in",
    "{email, language?}; 200 for every address: whoever has an account there gets a sign-in link",
    "application/json",
  ],
  [
    "post",
    "/auth/link/finish",
    "sign-in",
    "{token, code?} of a sign-in link; signs in. 410 signInLink.invalidLink, 401 login.codeNeeded or login.wrongCode",
    "application/json",
  ],
  [
    "post",
    "/auth/email",
    "sign-in",
    "{token} of the link to a new address; it becomes the person's",
    "application/json",
  ],
  ["post", "/user/export", "account", "Everything the person owns as one ZIP archive. Needs a recent sign-in; 3 a day"],
  ["get", "/user/security", "account", "{twoFactor, recoveryCodes, pendingEmail}"],
  ["get", "/user/events", "account", "What happened to the account in the last 180 days, newest first"],
  ["post", "/user/email", "account", "{email}; sends a link there. Needs a recent sign-in", "application/json"],
  ["put", "/user/picture", "account", "An image as raw body, at most 5 MB", "application/octet-stream"],
  ["get", "/user/picture", "account", "The person's picture, 256 pixels square, WebP"],
  ["delete", "/user/picture", "account", "Remove the picture"],
  ["post", "/user/two-factor/begin", "account", "{secret, uri} for an authenticator app. Needs a recent sign-in"],
  ["post", "/user/two-factor", "account", "{code} of the app turns it on; {recoveryCodes}", "application/json"],
  ["post", "/user/two-factor/codes", "account", "{recoveryCodes}; those of before open nothing any more"],
  ["delete", "/user/two-factor", "account", "Turn two-factor sign-in off. Needs a recent sign-in"],
  [
    "post",
    "/user/proof",
    "account",
    "{password}, {code} or {passkey}: proves once more who sits there, for 10 minutes",
    "application/json",
  ],
  [
    "post",
    "/user/password",
    "account",
    "{currentPassword, newPassword}; without currentPassword for a person who has none. Needs a recent sign-in then",
    "application/json",
  ],
  ["get", "/auth/ways", "sign-in", "{providers, welcomeCoins}: what the sign-in page offers"],
  [
    "post",
    "/auth/signin/{provider}",
    "sign-in",
    "csrfToken, callbackUrl, language?, inviteCode?, json; {url} of the provider's page, or 503 signIn.providerDown",
    "application/x-www-form-urlencoded",
  ],
  ["get", "/auth/callback/{provider}", "sign-in", "Where the provider sends the browser back to, once"],
  ["get", "/auth/provider/pending", "sign-in", "{step, provider, …} of a sign-in that waits, or 410 signIn.expired"],
  [
    "post",
    "/auth/provider/finish",
    "sign-in",
    "{code}, or {name, termsAccepted} for a new account; {signedIn, url}, 410 signIn.expired, or 401 login.wrongCode",
    "application/json",
  ],
  ["post", "/auth/passkey/begin", "sign-in", "Options for navigator.credentials.get", "application/json"],
  [
    "post",
    "/auth/passkey/finish",
    "sign-in",
    "{credential} as toJSON writes it; signs in, or 401 passkey.refused",
    "application/json",
  ],
  ["get", "/user/ways-in", "account", "{password, providers, passkeys}: what opens the account"],
  [
    "post",
    "/user/providers/{provider}/link",
    "account",
    "{language?}; {url} of the provider's page. Needs a recent sign-in and a confirmed address",
    "application/json",
  ],
  [
    "post",
    "/user/providers/{provider}/prove",
    "account",
    "{language?}; {url} of the provider's page: proves who sits there; 403 login.passwordNeeded",
    "application/json",
  ],
  ["delete", "/user/providers/{provider}", "account", "Unlink; 409 waysIn.last. Needs a recent sign-in"],
  ["post", "/user/proof/begin", "account", "Options for navigator.credentials.get"],
  ["post", "/user/passkeys/begin", "account", "Options for navigator.credentials.create. Needs a recent sign-in"],
  ["post", "/user/passkeys", "account", "{name, credential}; 201. Needs a recent sign-in", "application/json"],
  ["patch", "/user/passkeys", "account", "{id, name}", "application/json"],
  ["delete", "/user/passkeys", "account", "{id}; 409 waysIn.last. Needs a recent sign-in", "application/json"],
  [
    "post",
    "/payments/webhook",
    "payments",
    "An event of the payment provider with its header Stripe-Signature; 200, or 400 payments.error",
    "application/json",
  ],
  [
    "post",
    "/files",
    "files",
    "One file as raw body with X-File-Name, or as multipart; 201 {file}",
    "application/octet-stream",
  ],
  ["get", "/files", "files", "The person's files, newest first"],
  ["get", "/files/{id}", "files", "The bytes of a file, as an attachment"],
  ["delete", "/files/{id}", "files", "Delete a file"],
  [
    "get",
    "/community/invites/offer/{code}",
    "invites",
    "{invitedBy, coins, on}: what the code of a link offers, for somebody without an account; 404 when it does not work",
  ],
  [
    "post",
    "/invitations/open",
    "sharing",
    "{token} of the link in an invitation; {invitation}, open to whoever holds the token",
    "application/json",
  ],
  [
    "post",
    "/invitations/answer",
    "sharing",
    "{token, sequence, answer, comment?, start?}; {invitation}, 409 invitation.changed, or 410 invitation.cancelled",
    "application/json",
  ],
  ["get", "/analytics", "house", "Which tool counts visits on this installation, once a person allows it"],
  ["get", "/legal/{page}", "house", "Text of `terms` or `privacy` as Markdown; ?language=en or de"],
  ["get", "/support/address", "house", "The operator's address, as it stands on the legal pages too; null for none"],
];

function describeRows(rows: PathRows): NonNullable<OpenApiDocument["paths"]> {
  const paths: NonNullable<OpenApiDocument["paths"]> = {};
  for (const [method, path, tag, summary, body] of rows) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    paths[path] = {
      ...paths[path],
      [method]: {
        summary,
        tags: [tag],
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(body ? { requestBody: { content: { [body]: { schema: {} } } } } : {}),
        responses: { default: { description: "See the summary" } },
      },
    };
  }
  return paths;
}

const plainPaths = describeRows(plainRows);
