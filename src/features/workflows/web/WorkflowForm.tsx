import { useNavigate } from "@tanstack/react-router";
import { ChevronRight, RotateCcw, WandSparkles } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type FieldErrors, type FieldValues, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { coins as coinsStore, selectCoins } from "#src/features/coins/web/store.ts";
import { selectSettings, settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { DraftStamp } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Popover } from "#src/shell/ui/Popover.tsx";
import { Segment } from "#src/shell/ui/Segment.tsx";
import { dismissToast, toast } from "#src/shell/ui/toastStore.ts";
import { runStarted } from "./activity.ts";
import { FormFieldRow } from "./fields/FormFieldRow.tsx";
import { FormSettingProvider } from "./fields/FormContext.ts";
import { freshValues, settingsChange, withValues, type FormValues } from "./formModel.ts";
import type { FormProblem } from "./formProblems.ts";
import { checkForm, refusedPlaces, requiredNames } from "./formState.ts";
import type { FormTexts } from "./formTexts.ts";
import { dropForm, keepForm, keptForm, type FormOwner } from "./keptForm.ts";
import { PriceBar, PricePanel, useEngineReason, type PriceProps } from "./PricePanel.tsx";
import { StartProblem } from "./StartProblem.tsx";
import { useOnline, useStart } from "./useStart.ts";
import { useQuote } from "./useQuote.ts";
import { useProblemSentence } from "./useProblemSentence.ts";
import type { WorkflowPageData } from "./useWorkflow.ts";

export interface WorkflowFormProps {
  data: WorkflowPageData;
  texts: FormTexts;
  userId: string;
  /** The project that is run again. */
  projectId: string | undefined;
  projectValues: FormValues | undefined;
  /** When the page was opened, ms. */
  openedAt: number;
}

/** Rest after the last key before the form is kept, ms. */
const keepMs = 400;

/** The form of a workflow with its price. */
export function WorkflowForm({ data, texts, userId, projectId, projectValues, openedAt }: WorkflowFormProps) {
  const { card, fields, example, schema } = data;
  const { t } = useTranslation(["workflow", "common"]);
  const dispatch = useThunkDispatch();
  const navigate = useNavigate();
  const settings = useSelector(selectSettings).value;
  const balance = useSelector(selectCoins).value;
  const owner = useMemo((): FormOwner => ({ userId, workflow: card.key, projectId }), [userId, card.key, projectId]);
  const sentence = useProblemSentence(fields, texts);

  const fresh = useMemo(() => {
    const own = settings?.workflowSettings.find(({ workflow }) => workflow === card.workflowName || workflow === card.key);
    const values = freshValues(fields, settings, own?.values as FormValues | undefined);
    return projectValues ? withValues(fields, values, projectValues) : values;
    // Settings that change while the form is open do not overwrite what is typed.
  }, [fields]);
  const [kept] = useState(() => keptForm(localStorage, owner));
  const [isKept, setIsKept] = useState(kept !== null);
  const required = useMemo(() => requiredNames(schema, fields), [schema, fields]);
  const setting = useMemo(() => ({ texts, required }), [texts, required]);

  const form = useForm<FieldValues>({
    defaultValues: kept ? withValues(fields, fresh, kept) : fresh,
    mode: "onTouched",
    shouldFocusError: false,
    resolver: (values) => {
      const checked = checkForm(schema, values, sentence);
      return checked.ok ? { values, errors: {} } : { values: {}, errors: checked.errors as FieldErrors };
    },
  });
  const price = useQuote(card.workflowName, example);
  const run = useStart(owner, openedAt);
  const { follow } = price;
  const { forget } = run;

  const place = useRef<HTMLDivElement>(null);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [companyUse, setCompanyUse] = useState<"once" | "default">("once");
  const [isCompanyChanged, setCompanyChanged] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest: FormValues | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      if (latest !== undefined) keepForm(localStorage, owner, latest);
      latest = undefined;
    };
    const judge = (values: FormValues): void => {
      follow(schema.safeParse(values).success ? values : null);
      setCompanyChanged(settingsChange(fields, values, settings) !== null);
    };
    judge(form.getValues());
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }: { values: FormValues }) => {
        forget();
        latest = values;
        clearTimeout(timer);
        timer = setTimeout(() => {
          keep();
          judge(values);
        }, keepMs);
      },
    });
    window.addEventListener("pagehide", keep);
    return () => {
      stop();
      keep();
      window.removeEventListener("pagehide", keep);
    };
  }, [form, owner, schema, fields, settings, follow, forget]);

  const fill = (values: FormValues, title: string): void => {
    const before = structuredClone(form.getValues());
    form.reset(values);
    keepForm(localStorage, owner, values);
    follow(schema.safeParse(values).success ? values : null);
    const undo = (): void => {
      form.reset(before);
      keepForm(localStorage, owner, before);
      follow(schema.safeParse(before).success ? before : null);
    };
    toast({ title, action: { label: t("common:action.undo"), run: undo } });
  };
  const startOver = (): void => {
    fill(fresh, t("form.cleared"));
    dropForm(localStorage, owner);
    setIsKept(false);
  };
  const focusFirst = (problems: readonly FormProblem[]): void => {
    const names = new Set(problems.map(({ path }) => path[0]));
    if (fields.some((field) => field.ui.group === "options" && names.has(field.name))) setMoreOpen(true);
    // After the errors are drawn: they mark the inputs.
    requestAnimationFrame(() => {
      const broken = place.current?.querySelector<HTMLElement>(
        ":is(input, textarea, button, [role=spinbutton], [role=radiogroup])[aria-invalid=true], .bad input, .bad button, .field:has(> .field-body > .field-error) :is(input, textarea, button)",
      );
      const target = broken?.matches("[role=radiogroup]") ? broken.querySelector<HTMLElement>("button") : broken;
      target?.focus();
      target?.scrollIntoView({ block: "center" });
    });
  };

  const begin = async (): Promise<void> => {
    const values = structuredClone(form.getValues());
    const checked = checkForm(schema, values, sentence);
    if (!checked.ok) {
      await form.trigger();
      focusFirst(checked.problems);
      return;
    }
    const quote = await price.settle(values, run.error?.code === "quote.expired");
    if (quote === undefined) return;
    // The price moved since it was shown: it is shown anew, and the person decides anew.
    if (quote.coins !== coinsShown) return;
    const started = await run.start(card.workflowName, values, quote);
    if (started === undefined) {
      dispatch(coinsStore.fetch());
      return;
    }
    // What the toast would undo is no longer here.
    dismissToast();
    dropForm(localStorage, owner);
    form.reset(fresh);
    dispatch(runStarted(started.id));
    const change = companyUse === "default" ? settingsChange(fields, values, settings) : null;
    if (change) dispatch(settingsStore.update(change));
    await navigate({ to: "/pioneer/workflow/projects/$projectId", params: { projectId: started.projectId } } as never);
    dropForm(localStorage, owner);
  };
  const again = (): void => void begin();
  useOnline(run.error?.status === 0, again);
  const refused = run.error ?? price.error;
  useEffect(() => {
    const problems = refusedPlaces(refused?.fields ?? []);
    for (const problem of problems) form.setError(problem.path.join("."), { type: problem.key, message: sentence(problem) });
    if (problems.length > 0) focusFirst(problems);
  }, [refused]);

  const title = texts.own(`workflows:${card.key}.name`) ?? card.label;
  const coinsShown = price.quote?.coins ?? card.coins;
  const free = balance?.credits;
  const isShort = free !== undefined && free < coinsShown;
  const prices: PriceProps = {
    coins: coinsShown,
    free,
    quote: price.quote,
    isFixed: price.isCurrent,
    isStarting: run.isStarting,
    onRun: again,
    problem:
      isShort || refused ? (
        <StartProblem error={refused} coins={coinsShown} free={free} isShort={isShort} texts={texts} onAgain={again} />
      ) : null,
  };
  const gets = [1, 2, 3, 4, 5].flatMap((number) => texts.own(`get.${number}`) ?? []);
  const groups = (group: "main" | "company" | "options") => fields.filter((field) => field.ui.group === group);
  return (
    <div className="wf-frame">
      <div className="wf">
        <div className="wf-form" ref={place}>
          {price.quote?.engine.kind === "draft" ? <DraftNotice reasonCode={price.quote.engine.reasonCode} /> : null}
          <h1 className="h1">{title}</h1>
          <p className="lede">{texts.own("lede") ?? texts.own(`workflows:${card.key}.line`) ?? ""}</p>
          <div className="wf-head">
            <Button size="small" icon={<Icon of={WandSparkles} size={14} />} onClick={() => fill(withValues(fields, fresh, example), t("form.exampleFilled"))}>
              {t("form.example")}
            </Button>
            <span className="hint">{projectId ? t("form.again") : isKept ? t("form.kept") : t("form.fromSettings")}</span>
            {isKept ? (
              <Button size="small" variant="quiet" icon={<Icon of={RotateCcw} size={14} />} onClick={startOver}>
                {t("form.startOver")}
              </Button>
            ) : null}
          </div>
          <form
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              again();
            }}
          >
            <FormSettingProvider value={setting}>
              {groups("main").map((field) => (
                <FormFieldRow key={field.name} field={field} control={form.control} />
              ))}
              {groups("company").length > 0 ? (
                <section aria-labelledby="wf-company">
                  <h2 className="wf-group" id="wf-company">
                    {t("form.company")}
                    <span className="h2-note">{t("form.companyNote")}</span>
                  </h2>
                  {groups("company").map((field) => (
                    <FormFieldRow key={field.name} field={field} control={form.control} />
                  ))}
                  {isCompanyChanged ? (
                    <div className="wf-use">
                      <span className="hint">{t("form.companyChanged")}</span>
                      <Segment
                        size="small"
                        label={t("form.companyUse")}
                        value={companyUse}
                        onChange={setCompanyUse}
                        choices={[
                          { value: "once", label: t("form.useOnce") },
                          { value: "default", label: t("form.saveDefault") },
                        ]}
                      />
                    </div>
                  ) : null}
                </section>
              ) : null}
              {groups("options").length > 0 ? (
                <details className="wf-more" open={isMoreOpen} onToggle={(event) => setMoreOpen(event.currentTarget.open)}>
                  <summary>
                    <Icon of={ChevronRight} size={14} />
                    {t("form.more")}
                    <span className="hint">{t("form.moreNote")}</span>
                  </summary>
                  {groups("options").map((field) => (
                    <FormFieldRow key={field.name} field={field} control={form.control} />
                  ))}
                </details>
              ) : null}
            </FormSettingProvider>
            <button type="submit" hidden />
          </form>
        </div>
        <PricePanel {...prices} gets={gets} />
      </div>
      <PriceBar {...prices} />
    </div>
  );
}

function DraftNotice({ reasonCode }: { reasonCode: string }) {
  const { t } = useTranslation(["workflow", "common"]);
  const reason = useEngineReason(reasonCode);
  return (
    <div className="wf-stamp">
      <DraftStamp>
        <Popover title={t("common:draft.label")} trigger={<button type="button">{t("common:draft.why")}</button>}>
          {reason ? <p>{reason}</p> : null}
          <p>{t("form.draftMeans")}</p>
        </Popover>
      </DraftStamp>
    </div>
  );
}
