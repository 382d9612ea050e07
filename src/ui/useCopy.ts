import { copyText } from "./client/copyText.ts";
import { useTranslation } from "./i18n/index.ts";

/** Puts a line on the clipboard and says so, or says that the browser did not allow it. */
export function useCopy(): (line: string) => Promise<void> {
  const { t } = useTranslation();
  return (line) => copyText(line, t("copied"));
}
