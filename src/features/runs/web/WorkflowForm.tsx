import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { RotateCcw, WandSparkles } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import type { Project } from "#src/features/projects/contract.ts";
import type { Outcome } from "#src/features/outcomes/contract.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useSelector } from "react-redux";
import { useCoins } from "#src/features/coins/web/store.ts";
import { FavoriteStar } from "#src/features/settings/web/FavoriteStar.tsx";
import { selectSettings, settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import type { FormProblem } from "#src/ui/forms/problems.ts";
import { useChanges, useForm, useRest } from "#src/ui/forms/useServerForm.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { dismissToast, toast } from "#src/ui/toastStore.ts";
import { runStarted } from "./activity.ts";
import { runHandedOver } from "./startedRun.ts";
import { DefaultsMenu } from "#src/features/workflows/web/DefaultsMenu.tsx";
import { useFormLimits } from "./FormLimits.tsx";
import { DraftNotice } from "./DraftNotice.tsx";
import { savedDefaults, ownValues } from "#src/features/workflows/web/formDefaults.ts";
import { itemValues } from "#src/features/workflows/web/itemValues.ts";
import { settingsChange, withExample, withValues, type FormValues } from "#src/features/workflows/web/formModel.ts";
import { FormSections, type CompanyUse } from "#src/features/workflows/web/FormSections.tsx";
import { checkForm, requiredNames } from "#src/features/workflows/web/formState.ts";
import { useFormTexts } from "#src/features/workflows/web/formTexts.ts";
import { removeForm, type FormOwner, saveForm, loadForm } from "#src/features/workflows/web/formDraft.ts";
import { PriceBar, PricePanel, type PriceProps } from "./PricePanel.tsx";
import { StartProblem } from "./StartProblem.tsx";
import { formChange, useFormUpdate } from "#src/features/workflows/web/useFormUpdate.ts";
import { useProblemSentence } from "#src/features/workflows/web/useProblemSentence.ts";
import { useQuote } from "./useQuote.ts";
import { useOnline, useStart } from "./useStart.ts";
import type { WorkflowPageData } from "#src/features/workflows/web/useWorkflow.ts";
import cx from "./WorkflowForm.module.css";

export interface WorkflowFormProps {
  data: WorkflowPageData;
  userId: string;
  /** The project that is run again. */
  project: Project | undefined;
  /** The content item that is to be written. */
  item: Outcome | undefined;
  /** Ids of the leads that are to be written to. */
  leads: readonly string[] | undefined;
}

/** Rest after the last key before the form is kept and judged, ms. */
const restMs = 400;

/** The form of a workflow with its price. Keyed by workflow, person and project: it begins anew with each. */
export function WorkflowForm({ data, userId, project, item, leads }: WorkflowFormProps) {
  const { card, fields, example, schema } = data;
  const texts = useFormTexts(card.key);
  const [openedAt] = useState(Date.now);
  const projectId = project?.id;
  const { t } = useTranslation(["workflow", "common"]);
  const dispatch = useThunkDispatch();
  const navigate = useNavigate();
  const router = useRouter();
  const settings = useSelector(selectSettings).value;
  const free = useCoins()?.credits;
  const owner = useMemo((): FormOwner => ({ userId, workflow: card.key, projectId }), [userId, card.key, projectId]);
  const sentence = useProblemSentence(fields, texts);
  const required = useMemo(() => requiredNames(schema, fields), [schema, fields]);

  // Settings that change while the form is open do not overwrite what is typed.
  const [fresh] = useState(() => {
    const own = ownValues(fields, settings, card.workflowName);
    const values = withValues(fields, own, savedDefaults(fields, settings, card.workflowName));
    return project ? withValues(fields, values, project.fields.formValues) : values;
  });
  const [kept] = useState(() => loadForm(localStorage, owner));
  const [isKept, setIsKept] = useState(kept !== null);
  const withRefusedFiles = useRef(new Set<string>());
  const form = useForm<FormValues, unknown>({
    defaultValues: fresh,
    values: kept ? withValues(fields, fresh, kept) : {},
    judgedWhen: "left",
    sentence,
    check: (values) => checkForm(schema, values, withRefusedFiles.current),
  });
  const price = useQuote(card.workflowName, projectId);
  const run = useStart(owner, openedAt);

  const onRefusedFiles = useCallback(
    (name: string, hasRefused: boolean): void => {
      if (hasRefused) withRefusedFiles.current.add(name);
      else withRefusedFiles.current.delete(name);
      form.rejudge();
    },
    [form],
  );

  const limits = useFormLimits();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [companyUse, setCompanyUse] = useState<CompanyUse>("once");
  const [isCompanyChanged, setCompanyChanged] = useState(false);

  const update = useFormUpdate();
  const [changed, setChanged] = useState<FormValues | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const judge = (values: FormValues): void => {
    const whole = schema.safeParse(values);
    const names = new Set(whole.success ? [] : whole.error.issues.map(({ path: [name] }) => name));
    setMissing(fields.filter(({ name }) => names.has(name)).map((field) => texts.label(field)));
    price.follow(whole.success && (schema.hasContext?.(whole.data) ?? true) ? values : null);
    const hasDocument = whole.success && project && project.currentRevision !== null;
    setChanged(hasDocument ? formChange(project.fields.formValues, { ...whole.data }) : null);
    setCompanyChanged(settingsChange(fields, values, settings) !== null);
  };
  const latestJudge = useRef(judge);
  latestJudge.current = judge;
  useEffect(() => latestJudge.current(form.values()), [form]);
  useChanges(form, run.forget);
  useRest(form, restMs, (values, isHere) => {
    saveForm(localStorage, owner, values);
    if (isHere) judge(values);
  });

  const fill = (values: FormValues, done: string): void => {
    const before = form.values();
    const put = (next: FormValues): void => {
      form.reset(next);
      saveForm(localStorage, owner, next);
      judge(next);
    };
    put(values);
    toast({ title: done, action: { label: t("common:action.undo"), run: () => put(before) } });
  };
  const latestFill = useRef(fill);
  latestFill.current = fill;
  const isFilled = useRef(false);
  useEffect(() => {
    // Once, with a way back to what was typed before: the form may be half filled in.
    if ((!item && !leads) || isFilled.current) return;
    isFilled.current = true;
    if (item) {
      const zone = settings?.calendarSettings.timeZone ?? item.timeZone;
      latestFill.current(withValues(fields, fresh, itemValues(item, fields, zone)), t("form.itemFilled"));
    } else if (leads) {
      // What was typed for others before, the offer and the sender, holds for these leads, too.
      const before = kept ? withValues(fields, fresh, kept) : fresh;
      latestFill.current(
        withValues(fields, before, { leads: [...leads], research: "web" }),
        t("form.leadsFilled", { count: leads.length }),
      );
    }
  }, [item, leads, kept, fields, fresh, settings, t]);
  const startOver = (): void => {
    fill(fresh, t("form.cleared"));
    removeForm(localStorage, owner);
    setIsKept(false);
  };
  const openMore = (problems: readonly FormProblem[]): void => {
    const names = new Set(problems.map(({ path }) => path[0]));
    if (fields.some((field) => field.ui.group === "options" && names.has(field.name))) setMoreOpen(true);
  };

  const coins = price.quote?.coins ?? card.coins;
  const engine = price.quote?.engine ?? data.engine;
  const begin = async (): Promise<void> => {
    const values = form.values();
    const checked = form.validate();
    if (!checked.ok) {
      openMore(checked.problems);
      return;
    }
    const quote = await price.settle(values, run.error?.code === "quote.expired");
    // A price that moved since it was shown is shown anew, and the person decides anew.
    if (quote === undefined || quote.coins !== coins) return;
    // The page of the project comes while the server is asked: nothing blank lies between form and run.
    const page = router.preloadRoute({ to: paths.project("next") }).catch(() => undefined);
    const started = await run.start(card.workflowName, values, quote, item?.id);
    if (started === undefined) {
      invalidate("coins");
      return;
    }
    await page;
    // What the toast would undo is no longer here.
    dismissToast();
    form.reset(fresh);
    dispatch(runHandedOver({ ...started, values }));
    dispatch(runStarted(started.run.id));
    const change = companyUse === "default" ? settingsChange(fields, values, settings) : null;
    if (change) void dispatch(settingsStore.update(change));
    await navigate({ to: paths.project(started.run.projectId) });
    removeForm(localStorage, owner);
  };
  const follow = async (): Promise<void> => {
    if (!project || !changed || !(await update.update(project, changed))) return;
    dismissToast();
    form.reset(fresh);
    await navigate({ to: paths.project(project.id) });
    removeForm(localStorage, owner);
    toast({ title: t("update.done"), text: t("update.doneText") });
  };
  const onRun = (): void => void begin();
  useOnline(run.error?.status === 0, onRun);

  const refused = run.error ?? price.error;
  const isUnchanged = price.isCurrent && price.quote?.isUnchanged === true;
  const latestOpenMore = useRef(openMore);
  latestOpenMore.current = openMore;
  useEffect(() => latestOpenMore.current(form.place(refused?.fields)), [refused, form]);

  const tried = projectId === undefined ? "project.addError" : "project.addRevisionError";
  const title = texts.own(`workflows:${card.key}.name`) ?? card.label;
  const isShort = free !== undefined && free < coins;
  const prices: PriceProps = {
    coins,
    free,
    engine,
    fixedUntil: price.isCurrent ? price.quote?.expiresAt : undefined,
    missing,
    isStarting: run.isStarting,
    onRun,
    update: changed ? { isBusy: update.isUpdating, error: update.error, onUpdate: () => void follow() } : null,
    problem:
      isShort || isUnchanged || refused ? (
        <StartProblem
          error={refused}
          tried={run.error ? tried : null}
          coins={coins}
          free={free}
          isShort={isShort}
          isUnchanged={isUnchanged}
          ownText={texts.own}
          onAgain={onRun}
        />
      ) : null,
  };
  const gets = [1, 2, 3, 4, 5].flatMap((number) => texts.own(`get.${number}`) ?? []);
  return (
    <div className={cx("wf-frame")}>
      <div className={cx("wf")}>
        <div className={cx("wf-form")}>
          <div className={cx("wf-title")}>
            <h1 className="h1">{title}</h1>
            <FavoriteStar card={card} />
            {engine.kind === "draft" ? <DraftNotice reasonCode={engine.reasonCode} /> : null}
          </div>
          <p className="lede">{texts.own("lede") ?? texts.own(`workflows:${card.key}.line`) ?? ""}</p>
          <div className={cx("wf-head")}>
            <Button
              size="small"
              icon={<Icon of={WandSparkles} size={14} />}
              onClick={() => fill(withExample(fields, form.values(), { fresh, example }), t("form.exampleFilled"))}
            >
              {t("form.example")}
            </Button>
            <Link
              to={formPathOf(card)}
              search={{ example: true }}
              className={buttonClass({ size: "small", variant: "quiet" })}
            >
              {t("form.exampleResult")}
            </Link>
            <span className="hint">
              {t(
                project
                  ? project.revisions > 0
                    ? "form.again"
                    : "form.copied"
                  : isKept
                    ? "form.kept"
                    : "form.fromSettings",
              )}
            </span>
            {isKept ? (
              <Button size="small" variant="quiet" icon={<Icon of={RotateCcw} size={14} />} onClick={startOver}>
                {t("form.startOver")}
              </Button>
            ) : null}
            <DefaultsMenu
              workflowName={card.workflowName}
              fields={fields}
              values={form.values}
              onUse={(defaults) => fill(withValues(fields, form.values(), defaults), t("defaults.used"))}
            />
          </div>
          <form
            noValidate
            ref={form.element}
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              onRun();
            }}
          >
            <FormSections
              fields={fields}
              form={form}
              texts={texts}
              required={required}
              onRefusedFiles={onRefusedFiles}
              limits={limits}
              company={isCompanyChanged ? { use: companyUse, onChange: setCompanyUse } : undefined}
              more={{ isOpen: isMoreOpen, onToggle: setMoreOpen }}
            />
            <button type="submit" hidden />
          </form>
        </div>
        <PricePanel {...prices} gets={gets} />
      </div>
      <PriceBar {...prices} />
    </div>
  );
}
