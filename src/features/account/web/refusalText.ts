import { hasText, useTranslation } from "#src/shell/i18n/index.ts";
import type { Refusal } from "./session.ts";

/** Words for a refused sign-in or registration, by its code; `messages` must be loaded. */
export function useRefusalText(): (refusal: Refusal) => { title: string; description: string } {
  const { t } = useTranslation("account");
  return ({ code, retryAfter }) => {
    const key = hasText(`messages:${code}.title`) ? code : "login.serverError";
    return {
      title: t(`messages:${key}.title`),
      description: retryAfter
        ? t("waitSeconds", { count: retryAfter })
        : t([`refusal.${code}`, `messages:${key}.description`]),
    };
  };
}
