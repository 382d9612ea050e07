import { newId } from "#src/kit/ids.ts";
import type { LinkSignIn, ProviderFinish, Registration, ResetFinish, ResetRequest } from "../contract.ts";
import { fetchSession, report, type SessionData, textField } from "./sessionCalls.ts";
import type { FormOutcome, FormError, PostAnswer, PostOutcome } from "./sessionForms.ts";
import type { SessionWorld } from "./sessionWorld.ts";

/**
 * `loading` until the first answer, and while a page out of the back-forward cache asks again.
 * `signedOut` tells a person's own way out, in this tab or another, from a session that expired; `isLeaving` that this
 * tab is on its way to the sign-in page.
 */
export type SessionState =
  | { status: "loading"; data: null }
  | { status: "authenticated"; data: SessionData }
  | { status: "unauthenticated"; data: null; signedOut?: true; isLeaving?: true };

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code; where the account asks for one. */
  code?: string;
  /** Where to go on. */
  callbackUrl?: string;
}

export interface SessionClient {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Asks the server again. A failure is reported and leaves the state as it is. */
  refresh: () => Promise<void>;
  /** `url` of the outcome is absolute and on our origin. */
  signIn: (credentials: Credentials) => Promise<FormOutcome>;
  /** Records the date, signs out, goes to the sign-in page. Stays here when the server did not sign out. */
  signOut: () => Promise<PostOutcome>;
  register: (input: Registration) => Promise<PostOutcome>;
  /** Asks for a link to set a new password, or to sign in; the answer is the same for every address. */
  requestLink: (kind: "reset" | "link", input: ResetRequest) => Promise<PostOutcome>;
  /** Sets a password by the token of such a link. */
  finishReset: (input: ResetFinish) => Promise<PostOutcome>;
  /** Signs in by the token of a sign-in link, with a code where the account asks for one. */
  signInByLink: (input: LinkSignIn) => Promise<PostOutcome>;
  /** Address of the page of a provider to sign in with. */
  beginProvider: (id: string, fields: Record<string, string>) => Promise<FormOutcome>;
  /** Finishes a sign-in with a provider that waited; `url` is where to go on. */
  finishProvider: (input: ProviderFinish) => Promise<FormOutcome>;
  /** Signs in by a passkey; `isQuiet` offers them in the list of a field and waits until one is chosen. */
  signInByPasskey: (isQuiet: boolean, signal: AbortSignal, onSigned: () => void) => Promise<PostOutcome>;
  /** Confirms an address by the token of the link that was sent to it; `email` makes it the account's. */
  confirmAddress: (kind: "verify" | "email", token: string) => Promise<PostOutcome>;
  /** The session is another one since the server answered (a new password): asks anew and tells the other tabs. */
  renew: () => Promise<void>;
  /** `enData` for one call: sealed with the key of this session, which is fetched once. */
  sealBody: (method: string, path: string, value: unknown) => Promise<string>;
  close: () => void;
}

const signInPage = "/pioneers/signin";
/** A look at the page asks anew only after this long; milliseconds. */
const freshMs = 10_000;
/** While the first answer has not come, ask again this often; milliseconds. */
const retryMs = 2_000;

/** What a person does by a form. Loaded with the first one: the first page has none. */
const forms = () => import("./sessionForms.ts");
const unreached = (): FormError => ({ ok: false, code: "network.offline" });

/** The session of this page, in step with the server and the other tabs. Asks for the session at once. */
export function openSessionClient(world: SessionWorld): SessionClient {
  let state: SessionState = { status: "loading", data: null };
  let key: { of: string; bytes: Promise<Uint8Array<ArrayBuffer>> } | null = null;
  let running: Promise<void> | null = null;
  let isStale = false;
  let askedAt = 0;
  let isClosed = false;
  let callOffRetry = (): void => {};
  const listeners = new Set<() => void>();
  const heard = new Set<string>();

  const become = (next: SessionState): void => {
    const isSame =
      next.status === state.status &&
      next.data?.user.id === state.data?.user.id &&
      next.data?.expires === state.data?.expires;
    if (isSame || isClosed) return;
    if (next.status !== "authenticated") key = null;
    state = next;
    for (const listener of listeners) listener();
  };
  const tell = (trigger: "signout" | "getSession"): void =>
    world.post({
      event: "session",
      data: { trigger },
      timestamp: Math.floor(world.now().getTime() / 1000),
      id: newId(),
    });

  const ask = async (): Promise<void> => {
    askedAt = world.now().getTime();
    callOffRetry();
    try {
      const data = await fetchSession(world);
      become(data ? { status: "authenticated", data } : { status: "unauthenticated", data: null });
    } catch (error) {
      report("CLIENT_SESSION_ERROR", error, world);
      if (state.status === "loading" && !isClosed) callOffRetry = world.later(retryMs, () => void refresh());
    }
  };
  /** One question at a time; a question during a question is asked after it, since its answer may be older. */
  const refresh = (): Promise<void> => {
    if (running) {
      isStale = true;
      return running;
    }
    running = (async () => {
      do {
        isStale = false;
        await ask();
      } while (isStale && !isClosed);
      running = null;
    })();
    return running;
  };

  const stopHearing = world.onMessage((message) => {
    if (message.id !== undefined) {
      if (heard.has(message.id)) return;
      if (heard.size > 200) heard.clear();
      heard.add(message.id);
    }
    if (message.data.trigger === "signout") become({ status: "unauthenticated", data: null, signedOut: true });
    key = null;
    void refresh();
  });
  const stopReturning = world.onReturn((isRestored) => {
    if (isRestored) become({ status: "loading", data: null });
    if (isRestored || world.now().getTime() - askedAt > freshMs) void refresh();
  });
  void refresh();
  const postForAnswer = (path: string, input: unknown, tried: string): Promise<PostAnswer> =>
    forms().then((part) => part.postJson(path, input, tried, world), unreached);
  const post = async (path: string, input: unknown, tried: string): Promise<PostOutcome> => {
    const outcome = await postForAnswer(path, input, tried);
    return outcome.ok ? { ok: true } : outcome;
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async signIn({ email, password, code, callbackUrl }) {
      const fields = { email, password, ...(code ? { code } : {}), callbackUrl: callbackUrl ?? "/" };
      const answer = await forms().then(
        (part) => part.postForm("/api/auth/callback/credentials", fields, world),
        unreached,
      );
      if (!answer.ok)
        return { ...answer, code: answer.code === "CredentialsSignin" ? "login.wrongPassword" : answer.code };
      key = null;
      await refresh();
      tell("getSession");
      return { ok: true, url: answer.url };
    },
    async signOut() {
      const part = await forms().catch(() => null);
      if (!part) return unreached();
      await part.recordLogout(world);
      const answer = await part.postForm("/api/auth/signout", { callbackUrl: signInPage }, world);
      if (!answer.ok) {
        report("SIGN_OUT_ERROR", new Error(answer.code), world);
        return answer;
      }
      become({ status: "unauthenticated", data: null, signedOut: true, isLeaving: true });
      tell("signout");
      world.navigate(signInPage);
      return { ok: true };
    },
    register: (input) => post("/api/auth/register", input, "register.serverError"),
    requestLink: (kind, input) =>
      post(`/api/auth/${kind}/request`, input, kind === "reset" ? "resetAuth.serverError" : "signInLink.failed"),
    async signInByLink(input) {
      const outcome = await post("/api/auth/link/finish", input, "signInLink.failed");
      if (outcome.ok) tell("getSession");
      return outcome;
    },
    beginProvider: (id, fields) =>
      forms().then((part) => part.postForm(`/api/auth/signin/${encodeURIComponent(id)}`, fields, world), unreached),
    async finishProvider(input) {
      const outcome = await postForAnswer("/api/auth/provider/finish", input, "login.serverError");
      if (!outcome.ok) return outcome;
      tell("getSession");
      return { ok: true, url: textField(outcome.body, "url") ?? "/" };
    },
    async signInByPasskey(...asked) {
      const outcome = await import("./passkeys.ts").then((part) => part.signInByPasskey(...asked, world), unreached);
      if (!outcome.ok) return outcome;
      key = null;
      await refresh();
      tell("getSession");
      return { ok: true };
    },
    finishReset: (input) => post("/api/auth/reset/finish", input, "resetAuth.serverError"),
    confirmAddress: (kind, token) => post(`/api/auth/${kind}`, { token }, "verification.failed"),
    async renew() {
      key = null;
      await refresh();
      tell("getSession");
    },
    async sealBody(method, path, value) {
      const of = state.data ? `${state.data.user.id} ${state.data.expires}` : "";
      if (key?.of !== of) {
        const bytes = forms().then((part) => part.fetchEnvelopeKey(world));
        key = { of, bytes };
        bytes.catch((cause: { status?: number } | undefined) => {
          if (key?.bytes === bytes) key = null;
          if (cause?.status === 401) void refresh();
        });
      }
      const [part, bytes] = await Promise.all([forms(), key.bytes]);
      return part.sealBody(bytes, method, path, value);
    },
    close() {
      isClosed = true;
      callOffRetry();
      stopHearing();
      stopReturning();
      listeners.clear();
    },
  };
}
