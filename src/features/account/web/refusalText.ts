import { hasText, useTranslation } from "#src/shell/i18n/index.ts";
import type { Refusal } from "./session.ts";

/** Words for a refused sign-in or registration, by its code. */
export function useRefusalText(): (refusal: Refusal) => { title: string; description: string } {
  const { t } = useTranslation(["account", "common"]);
  return ({ code, retryAfter }) => {
    const key = hasText(`common:errors.${code}.title`) ? code : "login.serverError";
    return {
      title: t(`common:errors.${key}.title`),
      description: retryAfter
        ? t("waitSeconds", { count: retryAfter })
        : t([`refusal.${code}`, `common:errors.${key}.description`]),
    };
  };
}
