import { useId } from "react";
import type { License } from "#src/features/account/contract.ts";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { Select } from "#src/ui/Select.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { OperatedPerson } from "../contract.ts";

/** What is done to a person only with a reason. */
export type Act = "disable" | "grant" | "revoke" | "level";

const levels: readonly License[] = ["justRegistered", "starter", "visionary", "individual", "enterprise"];

export interface PersonActProps {
  person: OperatedPerson;
  act: Act;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why, and does it. */
export function PersonAct({ person, act, onClose, onDone }: PersonActProps) {
  const { t } = useTranslation(["operator", "common", "messages"]);
  const formId = useId();
  const labelOf = (name: string): string => t(`operator:act.${name}`);
  const form = useServerForm({
    defaultValues: { level: person.grantedLevel ?? "justRegistered", reason: "" },
    check: (values) => checkOwn(values, values.reason.trim().length < 3 && ownProblem("reason", "operator:act.why")),
    sentence: useSentence(labelOf),
    submit: async ({ level: chosen, reason }) => {
      const level = levels.find((one) => one === chosen);
      const change = {
        disable: { isDisabled: true },
        grant: { isOperator: true },
        revoke: { isOperator: false },
        level: level ? { level } : {},
      }[act];
      await confirmed(() => api.operator.changePerson({ id: person.id, ...change, reason: reason.trim() }));
      toast({ tone: "ok", title: t("person.done") });
      onDone();
      onClose();
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || form.isBusy ? undefined : onClose())}
      title={t(`act.${act}Title`, { name: person.name })}
      description={t(`act.${act}Text`)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar
            form={formId}
            isBusy={form.isBusy}
            label={t(`person.${act}`)}
            busyLabel={t("act.busy")}
            variant={act === "disable" ? "danger" : "primary"}
          />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={failureText(form.unplaced).title}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {act === "level"
          ? field("level", (bound) => (
              <Select
                {...bound}
                choices={levels.map((value) => ({
                  value,
                  label: value === "justRegistered" ? t("act.noLevel") : t(`level.${value}`),
                }))}
              />
            ))
          : null}
        {field("reason", { required: true, hint: t("act.reasonHint") }, (bound) => (
          <TextInput {...bound} maxLength={180} autoFocus />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
