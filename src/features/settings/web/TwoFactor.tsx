import { useId, useState } from "react";
import type { AccountSecurity } from "#src/features/account/contract.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { joinClasses } from "#src/ui/classNames.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { confirmed } from "./confirmed.ts";
import { QrCode } from "./QrCode.tsx";
import page from "./SettingsPage.module.css";
import own from "./TwoFactor.module.css";

const cx = joinClasses(page, own);

const path = "/api/user/two-factor";

interface Begun {
  secret: string;
  uri: string;
}

/** Two-factor sign-in: on by a code of the app, off by a press, and the recovery codes, shown once. */
export function TwoFactor({ state, onChanged }: { state: AccountSecurity; onChanged: () => void }) {
  const { t } = useTranslation(["settings", "common"]);
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState<"begin" | "off" | "codes">();
  const act = async (what: "begin" | "off" | "codes", work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await confirmed(work);
    } catch (cause) {
      if (codeOf(cause) !== "session.notRecent") toastFailure("twoFactor.failed")(cause);
    }
    setBusy(undefined);
  };
  const begin = (): Promise<void> =>
    act("begin", async () => setBegun((await request("POST", `${path}/begin`, {})) as Begun));
  const turnOff = (): Promise<void> =>
    act("off", async () => {
      await request("DELETE", path, {});
      onChanged();
      toast({ tone: "ok", title: t("twoFactor.turnedOff") });
    });
  const renew = (): Promise<void> =>
    act("codes", async () => {
      const { recoveryCodes } = (await request("POST", `${path}/codes`, {})) as { recoveryCodes: string[] };
      setCodes(recoveryCodes);
      onChanged();
    });
  return (
    <>
      <p className={cx("settings-lede")}>
        {state.twoFactor ? t("twoFactor.isOn", { count: state.recoveryCodes }) : t("twoFactor.lede")}
      </p>
      <p className={cx("settings-actions")}>
        {state.twoFactor ? (
          <>
            <Button size="small" busy={busy === "codes"} busyLabel={t("twoFactor.busy")} onClick={() => void renew()}>
              {t("twoFactor.renew")}
            </Button>
            <Button
              size="small"
              variant="quiet"
              busy={busy === "off"}
              busyLabel={t("twoFactor.busy")}
              onClick={() => void turnOff()}
            >
              {t("twoFactor.off")}
            </Button>
          </>
        ) : (
          <Button size="small" busy={busy === "begin"} busyLabel={t("twoFactor.busy")} onClick={() => void begin()}>
            {t("twoFactor.on")}
          </Button>
        )}
      </p>
      {begun ? (
        <SetUp
          begun={begun}
          onClose={() => setBegun(undefined)}
          onOn={(recoveryCodes) => {
            setBegun(undefined);
            setCodes(recoveryCodes);
            onChanged();
          }}
        />
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </>
  );
}

interface SetUpProps {
  begun: Begun;
  onClose: () => void;
  onOn: (recoveryCodes: string[]) => void;
}

function SetUp({ begun: { secret, uri }, onClose, onOn }: SetUpProps) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const formId = useId();
  const labelOf = (): string => t("settings:twoFactor.code");
  const form = useServerForm({
    defaultValues: { code: "" },
    check: (values) =>
      checkOwn(values, values.code.trim() === "" && ownProblem("code", "settings:twoFactor.codeMissing")),
    sentence: useSentence(labelOf),
    submit: async ({ code }) => {
      try {
        const on = await confirmed(() => request("POST", path, { code: code.trim() }));
        onOn((on as { recoveryCodes: string[] }).recoveryCodes);
      } catch (cause) {
        if (codeOf(cause) !== "login.wrongCode") throw cause;
        return fieldRefusal(codeOf(cause), "code", "settings:twoFactor.codeWrong");
      }
      return undefined;
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("twoFactor.setUp")}
      description={t("twoFactor.scan")}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar form={formId} isBusy={form.isBusy} label={t("twoFactor.submit")} busyLabel={t("twoFactor.busy")} />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={t("twoFactor.failed")}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        <div className={cx("factor-secret")}>
          <QrCode text={uri} label={t("twoFactor.qr")} />
          <p>
            {t("twoFactor.orType")}
            <code className="num">{(secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
            <a className="link" href={uri}>
              {t("twoFactor.openApp")}
            </a>
          </p>
        </div>
        {field("code", { hint: t("twoFactor.codeHint") }, (bound) => (
          <TextInput {...bound} autoComplete="one-time-code" inputMode="numeric" maxLength={6} spellCheck={false} />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation(["settings", "common"]);
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast({ title: t("common:copied") }),
      () => undefined,
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("twoFactor.codes")}
      description={t("twoFactor.codesLede")}
      footer={
        <>
          <Button variant="quiet" onClick={copy}>
            {t("common:action.copy")}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t("twoFactor.saved")}
          </Button>
        </>
      }
    >
      <ol className={cx("recovery-codes num")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
