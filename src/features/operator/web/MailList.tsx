import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatTime } from "#src/ui/format.ts";
import { toast } from "#src/ui/toastStore.ts";
import { mailStates, search } from "./search.ts";
import { StateFilter } from "./StateFilter.tsx";
import { useShow } from "./useShow.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { OperatedList, pageSize } from "./OperatedList.tsx";

/** Mails by their kind and how they went; failed ones can be tried again. */
export function MailList() {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const zone = useZone();
  const { state } = useSearchParams(search);
  const show = useShow();
  const pages = useCursorPages(
    ["operator", "mails", state],
    async (page, options) => {
      const { mails, nextCursor } = await api.operator.listMails({ ...page, ...(state ? { state } : {}) }, options);
      return { items: mails, nextCursor };
    },
    { pageSize, keepsPrevious: true },
  );
  const retry = (id: string): void => {
    api.operator
      .retryMail({ id })
      .then(() => {
        pages.reload();
        toast({ tone: "ok", title: t("mail.retried") });
      })
      .catch(toastFailure("unknown"));
  };
  return (
    <>
      <StateFilter
        label={t("column.state")}
        allLabel={t("allStates")}
        value={state}
        choices={mailStates.map((value) => ({ value, label: t(`mail.state.${value}`) }))}
        onChange={(next) => show({ tab: "mail", state: next })}
      />
      <OperatedList
        caption={t("tabs.mail")}
        pages={pages}
        columns={[
          t("column.when"),
          t("column.kind"),
          t("column.email"),
          t("column.state"),
          { figure: t("column.tries") },
          t("column.error"),
          t("column.actions"),
        ]}
        renderRow={(mail) => (
          <tr key={mail.id}>
            <td>
              {formatListDate(mail.dateCreated, language, { zone })} {formatTime(mail.dateCreated, zone)}
            </td>
            <td>{t(`mail.kind.${mail.kind}`, { defaultValue: mail.kind })}</td>
            <td>{mail.recipient}</td>
            <td>{t(`mail.state.${mail.state}`)}</td>
            <td className="r">{mail.attempts}</td>
            <td>{mail.lastError ?? ""}</td>
            <td>
              {mail.state === "failed" ? (
                <Button size="small" onClick={() => retry(mail.id)}>
                  {t("mail.retry")}
                </Button>
              ) : null}
            </td>
          </tr>
        )}
      />
    </>
  );
}
