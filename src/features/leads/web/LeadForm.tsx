import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import type { FormProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { UnsavedGuard } from "#src/ui/forms/UnsavedGuard.tsx";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { toast } from "#src/ui/toastStore.ts";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import { aliases, checkLead, emptyForm } from "./leadForm.ts";
import { LeadFormFields } from "./LeadFormFields.tsx";
import { leads } from "./store.ts";
import { sentences } from "./useRecordEditing.ts";
import cx from "./LeadForm.module.css";

const formId = "lead-form-new";

/** The form of a lead that is not there yet. */
export function LeadForm({ zone, onClose }: { zone: string; onClose: () => void }) {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const words = useSentence((name) => t(`leads:field.${name}`));
  const sentence = (problem: FormProblem): string =>
    words(
      problem.key.startsWith("leads:") ? problem : { ...problem, key: sentences[problem.path[0] ?? ""] ?? problem.key },
    );
  const form = useServerForm({
    defaultValues: emptyForm,
    check: (values) => checkLead(values, zone),
    aliases,
    judgedWhen: "left",
    sentence,
    draft: "lead:new",
    submit: async (sent) => {
      await dispatch(leads.create(sent)).unwrap();
      toast({ title: t("done.created", { name: sent.name }) });
    },
    onDone: onClose,
  });
  return (
    <SidePanel
      className={cx("lead-panel")}
      title={t("newNamed")}
      onClose={onClose}
      footer={<SaveBar form={formId} isBusy={form.isBusy} label={t("panel.add")} busyLabel={t("panel.adding")} />}
    >
      {form.refusal ? (
        <Alert tone="danger" title={t("failed.create")}>
          {t(form.refusal.status === 0 || !navigator.onLine ? "failed.offlineKept" : "failed.kept")}
        </Alert>
      ) : null}
      <form id={formId} {...form.attributes}>
        <LeadFormFields form={form} />
      </form>
      <UnsavedGuard
        form={form}
        stays={(next, now) => next.pathname === now.pathname && next.search["lead"] === now.search["lead"]}
      />
    </SidePanel>
  );
}
