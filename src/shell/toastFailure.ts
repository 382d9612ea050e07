import { hasText, text } from "./i18n/index.ts";
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

export interface FailureText {
  title: string;
  description: string;
  requestId: string;
}

/**
 * What to tell a person about a refusal, translated by its code.
 * @param fallback message key of what was tried (`settings.updateError`), for codes that say nothing about it
 */
export function failureText(cause: unknown, fallback = "unknown"): FailureText {
  const { code, requestId } = refusalIn(cause);
  const known = [code, fallback, "unknown"].find((key) => hasText(`common:errors.${key}.title`)) ?? "unknown";
  return {
    title: text(`common:errors.${known}.title`),
    description: text(`common:errors.${known}.description`, { requestId }),
    requestId,
  };
}

/** For `.catch(…)`: says in a toast what did not work. */
export const toastFailure =
  (fallback: string) =>
  (cause: unknown): void => {
    const { title, description } = failureText(cause, fallback);
    toast({ tone: "danger", title, text: description });
  };
