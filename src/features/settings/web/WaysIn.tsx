import { useEffect, useId, useState } from "react";
import type { WaysIn as Ways } from "#src/features/account/contract.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { formatShortDateTime } from "#src/ui/formatShortDate.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { confirmed } from "./confirmed.ts";
import { goToProvider } from "./security.ts";
import { deviceOf } from "./sessions.ts";
import { useZone } from "./store.ts";
import cx from "./SettingsPage.module.css";

export interface WaysInProps {
  ways: Ways;
  onChanged: () => void;
}

/** Does what needs a recent sign-in; says in a toast when it did not work. */
function useAct(failed: string) {
  const [busy, setBusy] = useState<string>();
  const act = async (what: string, work: () => Promise<void>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(what);
    try {
      await confirmed(work);
    } catch (cause) {
      // Who turned back at the device knows it.
      const isTurnedBack = cause instanceof DOMException && cause.name === "NotAllowedError";
      if (!isTurnedBack && codeOf(cause) !== "session.notRecent") toastFailure(failed)(cause);
    }
    setBusy(undefined);
  };
  return { busy, act };
}

/** What the way to a provider and back came to, as the address tells; it is told once. */
function useOutcomeOfAddress(ways: Ways): void {
  const { t } = useTranslation(["settings", "account"]);
  const [asked] = useState(() => new URLSearchParams(location.search));
  useEffect(() => {
    const provider = ways.providers.find(({ id }) => id === asked.get("provider"))?.name;
    const error = asked.get("error");
    if (provider === undefined || (error === null && !asked.has("done"))) return;
    history.replaceState(history.state, "", location.pathname + location.hash);
    if (error !== null)
      toast({
        tone: "warn",
        title: t([`account:error.${error}`, "account:error.other"], { provider }),
        text: t([`account:error.${error}Text`, "account:error.otherText"], { provider }),
      });
    else
      toast({
        tone: "ok",
        title: t(asked.get("done") === "link" ? "providers.linked" : "providers.proven", { provider }),
      });
    // Only what the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
}

/** Accounts elsewhere that open this one; nothing where this installation knows none. */
export function ProviderLinks({ ways, onChanged }: WaysInProps) {
  const { t } = useTranslation(["settings", "common", "account"]);
  const language = useLanguage();
  const zone = useZone();
  const { busy, act } = useAct("providers.failed");
  useOutcomeOfAddress(ways);
  if (ways.providers.length === 0) return null;
  return (
    <>
      <h3 className={cx("settings-sub")}>{t("providers.title")}</h3>
      <p className={cx("settings-lede")}>{t("providers.lede")}</p>
      <ul className={cx("sessions")}>
        {ways.providers.map(({ id, name, dateLinked }) => (
          <li key={id}>
            <b>{name}</b>
            <span className="hint num">
              {dateLinked === null
                ? t("providers.off")
                : t("providers.since", { date: formatShortDateTime(dateLinked, language, zone) })}
            </span>
            <Button
              size="small"
              busy={busy === id}
              aria-label={t(dateLinked === null ? "providers.linkNamed" : "providers.unlinkNamed", { name })}
              onClick={() =>
                void act(id, async () => {
                  if (dateLinked === null) return goToProvider(id, "link", language);
                  await request("DELETE", `/api/user/providers/${id}`, {});
                  onChanged();
                  toast({ tone: "ok", title: t("providers.unlinked", { provider: name }) });
                })
              }
            >
              {t(dateLinked === null ? "providers.link" : "providers.unlink")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Passkeys: add, name, remove. */
export function Passkeys({ ways, onChanged }: WaysInProps) {
  const { t } = useTranslation(["settings", "common"]);
  const zone = useZone();
  const language = useLanguage();
  const { busy, act } = useAct("passkey.failed");
  const [named, setNamed] = useState<{ id: string; name: string }>();
  const add = (): Promise<void> =>
    act("add", async () => {
      const options = (await request("POST", "/api/user/passkeys/begin", {})) as Record<string, unknown>;
      const { createPasskey } = await import("#src/features/account/web/passkeys.ts");
      const credential = await createPasskey(options);
      const name = deviceOf(navigator.userAgent).join(", ") || t("passkeys.unnamed");
      const { id } = (await request("POST", "/api/user/passkeys", { name: name.slice(0, 60), credential })) as {
        id: string;
      };
      onChanged();
      setNamed({ id, name });
    });
  return (
    <>
      <h3 className={cx("settings-sub")}>{t("passkeys.title")}</h3>
      <p className={cx("settings-lede")}>{t("passkeys.lede")}</p>
      {ways.passkeys.length > 0 ? (
        <ul className={cx("sessions")}>
          {ways.passkeys.map(({ id, name, dateCreated, dateLastUsed, isSynced }) => (
            <li key={id}>
              <b>{name}</b>
              <span className="hint num">
                {[
                  t("passkeys.added", { date: formatShortDateTime(dateCreated, language, zone) }),
                  dateLastUsed === null
                    ? ""
                    : t("passkeys.used", { date: formatShortDateTime(dateLastUsed, language, zone) }),
                  isSynced ? t("passkeys.synced") : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <span className={cx("sessions-actions")}>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t("passkeys.renameNamed", { name })}
                  onClick={() => setNamed({ id, name })}
                >
                  {t("passkeys.rename")}
                </Button>
                <Button
                  size="small"
                  busy={busy === id}
                  aria-label={t("passkeys.removeNamed", { name })}
                  onClick={() =>
                    void act(id, async () => {
                      await request("DELETE", "/api/user/passkeys", { id });
                      onChanged();
                      toast({ tone: "ok", title: t("passkeys.removed") });
                    })
                  }
                >
                  {t("passkeys.remove")}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {typeof PublicKeyCredential === "undefined" ? (
        <p className="hint">{t("passkeys.unknown")}</p>
      ) : (
        <p className={cx("settings-actions")}>
          <Button size="small" busy={busy === "add"} busyLabel={t("passkeys.adding")} onClick={() => void add()}>
            {t("passkeys.add")}
          </Button>
        </p>
      )}
      {named ? (
        <NameDialog
          key={named.id}
          passkey={named}
          onClose={() => setNamed(undefined)}
          onNamed={() => {
            setNamed(undefined);
            onChanged();
          }}
        />
      ) : null}
    </>
  );
}

interface NameDialogProps {
  passkey: { id: string; name: string };
  onClose: () => void;
  onNamed: () => void;
}

function NameDialog({ passkey: { id, name }, onClose, onNamed }: NameDialogProps) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const formId = useId();
  const labelOf = (): string => t("settings:passkeys.name");
  const form = useServerForm({
    defaultValues: { name },
    check: (values) =>
      checkOwn(values, values.name.trim() === "" && ownProblem("name", "settings:passkeys.nameMissing")),
    sentence: useSentence(labelOf),
    submit: async (values) => {
      await request("PATCH", "/api/user/passkeys", { id, name: values.name.trim() });
      onNamed();
      return undefined;
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("passkeys.nameTitle")}
      description={t("passkeys.nameLede")}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar
            form={formId}
            isBusy={form.isBusy}
            label={t("passkeys.save")}
            busyLabel={t("common:action.saving")}
          />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={t("passkeys.nameFailed")}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {field("name", (bound) => (
          <TextInput {...bound} maxLength={60} autoFocus />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
