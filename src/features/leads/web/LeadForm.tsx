import { useDeferredValue, useState } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { dayOf } from "#src/ui/format.ts";
import type { FormRejection } from "#src/ui/forms/formStore.ts";
import type { FormProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { UnsavedGuard } from "#src/ui/forms/UnsavedGuard.tsx";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import type { Lead } from "../contract.ts";
import { aliases, changesOf, checkLead, emptyForm, formOf } from "./leadForm.ts";
import { LeadFormFields } from "./LeadFormFields.tsx";
import { LeadOrigin } from "./LeadOrigin.tsx";
import type { LeadPanelProps } from "./LeadPanel.tsx";
import { leads } from "./store.ts";
import cx from "./LeadForm.module.css";

/** What becomes of the words that were not taken. */
function keptText({ status }: FormRejection): string {
  if (status === 404) return "failed.gone";
  return status === 0 || !navigator.onLine ? "failed.offlineKept" : "failed.kept";
}

/** Fields whose sentence says how they are written, whatever is wrong with them. */
const sentences: Readonly<Record<string, string>> = {
  position: "leads:positionWrong",
  ownFields: "leads:ownFieldWrong",
  lastContactOn: "common:validation.date",
  nextStepOn: "common:validation.date",
};

/** The form of one lead: what is there, what was typed, and the way to the server. */
export function LeadForm(props: Omit<LeadPanelProps, "leadId"> & { lead: Lead | undefined }) {
  const { lead, zone, onClose, Messages } = props;
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const [opened] = useState(() => (lead ? formOf(lead, (instant) => dayOf(instant, zone)) : emptyForm));
  const words = useSentence((name) => t(`leads:field.${name}`));
  const sentence = (problem: FormProblem): string =>
    words(
      problem.key.startsWith("leads:") ? problem : { ...problem, key: sentences[problem.path[0] ?? ""] ?? problem.key },
    );
  const form = useServerForm({
    defaultValues: opened,
    check: (values) => checkLead(values, zone),
    aliases,
    judgedWhen: "left",
    sentence,
    draft: `lead:${lead?.id ?? "new"}`,
    submit: async (sent, values) => {
      const fields = changesOf(opened, values, sent);
      if (!lead) await dispatch(leads.create(sent)).unwrap();
      else if (Object.keys(fields).length > 0) await dispatch(leads.update({ id: lead.id, fields })).unwrap();
      toast({ title: t(lead ? "done.saved" : "done.created", { name: sent.name }) });
    },
    onDone: onClose,
  });
  const remove = async (): Promise<void> => {
    if (!lead || !(await props.onDelete(lead))) return;
    form.finish();
    onClose();
  };
  // The panel of a lead comes at once, its forty fields a frame later; a new one is typed into from the first frame on.
  const isDrawn = useDeferredValue(true, lead === undefined);
  const formId = `lead-form-${lead?.id ?? "new"}`;
  return (
    <SidePanel
      className={cx("lead-panel")}
      title={lead?.name ?? t("newNamed")}
      onClose={onClose}
      footer={
        <SaveBar
          form={formId}
          isBusy={form.isBusy}
          label={t(lead ? "panel.save" : "panel.add")}
          busyLabel={t(lead ? "panel.saving" : "panel.adding")}
        >
          {lead ? (
            <Button variant="quiet" className={cx("lead-delete")} onClick={() => void remove()}>
              {t("panel.delete")}
            </Button>
          ) : null}
        </SaveBar>
      }
    >
      {form.refusal ? (
        <Alert tone="danger" title={t(lead ? "failed.update" : "failed.create")}>
          {t(keptText(form.refusal))}
        </Alert>
      ) : null}
      <form id={formId} {...form.attributes}>
        {isDrawn ? <LeadFormFields form={form} isNew={!lead} /> : <SkeletonText lines={12} />}
      </form>
      {lead && isDrawn ? <LeadOrigin lead={lead} zone={zone} /> : null}
      {lead && isDrawn ? <Messages lead={lead} /> : null}
      <UnsavedGuard
        form={form}
        stays={(next, now) => next.pathname === now.pathname && next.search["lead"] === now.search["lead"]}
      />
    </SidePanel>
  );
}
