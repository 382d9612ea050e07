import { hasText, preloadTexts, text } from "./i18n/index.ts";
import type { Tone } from "./ui/Alert.tsx";
import { toast } from "./ui/toastStore.ts";

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

/** Id of the request that was refused; empty when nothing was. */
export const requestIdOf = (cause: unknown): string => refusalIn(cause).requestId;

export interface FailureText {
  title: string;
  description: string;
  requestId: string;
}

/**
 * What to tell a person about a refusal, translated by its code; `messages` must be loaded.
 * @param fallback message key of what was tried (`settings.updateError`), for codes that say nothing about it
 */
export function failureText(cause: unknown, fallback = "unknown"): FailureText {
  const { code, requestId } = refusalIn(cause);
  const known = [code, fallback, "unknown"].find((key) => hasText(`messages:${key}.title`)) ?? "unknown";
  return {
    title: text(`messages:${known}.title`),
    description: text(`messages:${known}.description`, { requestId }),
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
  (fallback: string) =>
  (cause: unknown): void => {
    // Without a connection the texts may be missing; a person's first touch has loaded them (ToastPlace).
    void preloadTexts("messages")
      .catch(() => undefined)
      .then(() => {
        const { title, description } = failureText(cause, fallback);
        toast({ tone: "danger", title, text: description });
      });
  };
