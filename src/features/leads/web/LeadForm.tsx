import { useDeferredValue, useRef, useState } from "react";
import { type FieldErrors, FormProvider, type Resolver, useForm } from "react-hook-form";
import { useKeptForm } from "#src/features/account/web/useKeptDraft.ts";
import { problemsOf } from "#src/features/workflows/web/formProblems.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { type Translate, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { dayOf } from "#src/ui/format.ts";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { UnsavedGuard } from "#src/ui/UnsavedGuard.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import type { Lead } from "../contract.ts";
import {
  changesOf,
  checkLead,
  emptyForm,
  formOf,
  type LeadFormName,
  type LeadFormValues,
  placeOf,
} from "./leadForm.ts";
import { LeadFormFields } from "./LeadFormFields.tsx";
import { LeadOrigin } from "./LeadOrigin.tsx";
import type { LeadPanelProps } from "./LeadPanel.tsx";
import { leads } from "./store.ts";
import "./LeadForm.css";

type Sentences = FieldErrors<LeadFormValues>;

/** The sentence of a problem at its place of the form. */
function sentenceOf(place: LeadFormName, key: string, params: Record<string, unknown>, t: Translate): string {
  if (key === "leads.doubleField") return t("leads:doubleField");
  if (place === "position") return t("leads:positionWrong");
  if (place === "ownFields") return t("leads:ownFieldWrong");
  if (place === "lastContactOn" || place === "nextStepOn") return t("common:validation.date");
  return t([`common:${key}`, "common:validation.invalid"], { path: t(`leads:field.${place}`), ...params });
}

function judge(values: LeadFormValues, zone: string, t: Translate): Sentences {
  const checked = checkLead(values, zone);
  if (checked.ok) return {};
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, key, params } of problemsOf(checked.issues, checked.values)) {
    const place = placeOf(path);
    if (place) errors[place] ??= { type: key, message: sentenceOf(place, key, params, t) };
  }
  return errors;
}

/** Where a refusal of the server lies in the form: `enData.leads.0.email.1` is `email`. */
function refusedPlaces(failure: Failure): LeadFormName[] {
  return (failure.fields ?? []).flatMap(({ path }) => {
    const inside = path.replace(/^(?:enData\.leads\.\d+|fields|updates\.\d+\.fields)\./, "");
    return placeOf(inside.split(".")) ?? [];
  });
}

const isFailure = (cause: unknown): cause is Failure =>
  typeof cause === "object" && cause !== null && "status" in cause && "code" in cause;

function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true], .bad input, .field:has(.field-error) input");
    first?.focus();
    first?.scrollIntoView({ block: "center" });
  });
}

/** What becomes of the words that were not taken. */
function keptText({ status }: Failure): string {
  if (status === 404) return "failed.gone";
  return status === 0 || !navigator.onLine ? "failed.offlineKept" : "failed.kept";
}

/** The form of one lead: what is there, what was typed, and the way to the server. */
export function LeadForm(props: Omit<LeadPanelProps, "leadId"> & { lead: Lead | undefined }) {
  const { lead, zone, onClose, onChanged, Messages } = props;
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const [opened] = useState(() => (lead ? formOf(lead, (instant) => dayOf(instant, zone)) : emptyForm));
  const [failure, setFailure] = useState<Failure>();
  const [isSaving, setSaving] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const resolver: Resolver<LeadFormValues> = (values) => {
    const errors = judge(values, zone, t);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
  const form = useForm<LeadFormValues>({ defaultValues: opened, mode: "onTouched", shouldFocusError: false, resolver });
  // Read while rendering, so that the form keeps count of it.
  const { isDirty } = form.formState;
  useKeptForm(`lead:${lead?.id ?? "new"}`, form, opened);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;

  const leave = (said: string): void => {
    isLeaving.current = true;
    onChanged();
    toast({ title: said });
    onClose();
  };
  const refuse = (cause: unknown): void => {
    if (!isFailure(cause)) throw cause;
    setFailure(cause);
    for (const name of refusedPlaces(cause)) {
      form.setError(name, { type: "server", message: t("common:validation.invalid", { path: t(`field.${name}`) }) });
    }
    if (refusedPlaces(cause).length > 0) focusProblem(place.current);
  };
  const send = async (values: LeadFormValues): Promise<void> => {
    const checked = checkLead(values, zone);
    if (!checked.ok || isSaving) return;
    setSaving(true);
    setFailure(undefined);
    try {
      if (!lead) {
        await dispatch(leads.create(checked.lead)).unwrap();
        leave(t("done.created", { name: checked.lead.name }));
        return;
      }
      const fields = changesOf(opened, values, checked.lead);
      if (Object.keys(fields).length > 0) await dispatch(leads.update({ id: lead.id, fields })).unwrap();
      leave(t("done.saved", { name: checked.lead.name }));
    } catch (cause) {
      refuse(cause);
    } finally {
      setSaving(false);
    }
  };
  const submit = form.handleSubmit(send, () => focusProblem(place.current));
  const remove = async (): Promise<void> => {
    if (!lead || !(await props.onDelete(lead))) return;
    isLeaving.current = true;
    onClose();
  };
  // The panel of a lead comes at once, its forty fields a frame later; a new one is typed into from the first frame on.
  const isDrawn = useDeferredValue(true, lead === undefined);
  const formId = `lead-form-${lead?.id ?? "new"}`;
  return (
    <SidePanel
      className="lead-panel"
      title={lead?.name ?? t("newNamed")}
      onClose={onClose}
      footer={
        <>
          {lead ? (
            <Button variant="quiet" className="lead-delete" onClick={() => void remove()}>
              {t("panel.delete")}
            </Button>
          ) : null}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isSaving}
            busyLabel={t(lead ? "panel.saving" : "panel.adding")}
          >
            {t(lead ? "panel.save" : "panel.add")}
          </Button>
        </>
      }
    >
      {failure ? (
        <Alert tone="danger" title={t(lead ? "failed.update" : "failed.create")}>
          {t(keptText(failure))}
        </Alert>
      ) : null}
      <FormProvider {...form}>
        <form id={formId} ref={place} noValidate onSubmit={(event) => void submit(event)}>
          {isDrawn ? <LeadFormFields isNew={!lead} /> : <SkeletonText lines={12} />}
        </form>
      </FormProvider>
      {lead && isDrawn ? <LeadOrigin lead={lead} zone={zone} /> : null}
      {lead && isDrawn ? <Messages lead={lead} /> : null}
      <UnsavedGuard
        isDirty={() => dirty.current && !isLeaving.current}
        stays={(next, now) => next.pathname === now.pathname && next.search["lead"] === now.search["lead"]}
      />
    </SidePanel>
  );
}
