import { preloadTexts, text } from "../i18n/index.ts";
import { messageKeyOf } from "../i18n/messageKey.ts";
import type { Tone } from "../Alert.tsx";
import { toast } from "../toastStore.ts";

interface Refusal {
  code: string;
  requestId: string;
}

function refusalIn(cause: unknown): Refusal {
  if (typeof cause !== "object" || cause === null) return { code: "unknown", requestId: "" };
  const { code, requestId } = cause as { code?: unknown; requestId?: unknown };
  return {
    code: typeof code === "string" ? code : "unknown",
    requestId: typeof requestId === "string" ? requestId : "",
  };
}

/** Code of a refusal, `notFound`; `unknown` where there is none. */
export const codeOf = (cause: unknown): string => refusalIn(cause).code;

/** Id of the request that was refused; empty when nothing was. */
export const requestIdOf = (cause: unknown): string => refusalIn(cause).requestId;

export interface FailureText {
  title: string;
  description: string;
  requestId: string;
}

/**
 * What to tell a person about a refusal, translated by its code; `messages` must be loaded.
 * @param tried message key of what was tried (`settings.updateError`), for codes that say nothing about it
 */
export function failureText(cause: unknown, tried = "unknown"): FailureText {
  const { code, requestId } = refusalIn(cause);
  // A fault of this browser has no id that support could look up.
  const key = messageKeyOf(code === "internal" && requestId === "" ? "unknown" : code, tried);
  const description = text(`messages:${key}.description`, { requestId });
  const isOurFault = key !== code && requestId !== "" && code !== "unknown";
  return {
    // That it is gone says why, not what was tried.
    title: text(`messages:${key === "notFound" && tried !== "unknown" ? tried : key}.title`),
    description: isOurFault ? `${description} ${text("messages:reference", { requestId })}` : description,
    requestId,
  };
}

/** Says in a toast what a message key of the specification means; its texts come with the first one. */
export async function toastMessage(key: string, tone: Tone = "ok"): Promise<void> {
  await preloadTexts("messages");
  toast({ tone, title: text(`messages:${key}.title`), text: text(`messages:${key}.description`) });
}

/** For `.catch(…)`: says in a toast what did not work. */
export const toastFailure =
  (tried: string) =>
  (cause: unknown): void => {
    // Without a connection the texts may be missing; a person's first touch has loaded them (ToastRegion).
    void preloadTexts("messages")
      .catch(() => undefined)
      .then(() => {
        const { title, description } = failureText(cause, tried);
        toast({ tone: "danger", title, text: description });
      });
  };
