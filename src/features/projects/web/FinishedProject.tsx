import { useLocation } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { choice, searchParams, whole } from "#src/ui/client/searchParams.ts";
import { History, TextSearch } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { api } from "#src/ui/client/api.ts";
import { useEngineLabel } from "#src/ui/i18n/engineTexts.ts";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { useMedia } from "#src/ui/useMedia.ts";
import { toast } from "#src/ui/toastStore.ts";
import { CompareBar } from "./CompareBar.tsx";
import { MetaLine, Stamp } from "#src/features/documents/web/DocumentMarks.tsx";
import { DocumentNotes } from "#src/features/documents/web/DocumentNotes.tsx";
import { DocumentView } from "#src/features/documents/web/DocumentView.tsx";
import { DocumentOutline, type OutlineSlots } from "#src/features/documents/web/DocumentOutline.tsx";
import { FindBar, useFindKey } from "#src/features/documents/web/FindBar.tsx";
import { OpenQuestions } from "#src/features/documents/web/OpenQuestions.tsx";
import { ReadingContext, readingOf, sectionInHash } from "#src/features/documents/web/reading.ts";
import { gapsKey, hasGaps } from "#src/features/documents/web/outline.ts";
import { ExportMenu } from "#src/features/documents/web/ExportMenu.tsx";
import { DocumentDock } from "./DocumentDock.tsx";
import { DocumentPanel } from "./DocumentPanel.tsx";
import type { Project, Revision } from "../contract.ts";
import { editedNote, projectState, stateNameOf } from "../rules.ts";
import { ProjectHead } from "./ProjectHead.tsx";
import { ProposalsBar } from "#src/features/runs/web/Proposals.tsx";
import { RevisionDiff } from "#src/features/documents/web/RevisionDiff.tsx";
import { NewsNotice } from "./NewsNotice.tsx";
import { restoredFrom, Revisions } from "./Revisions.tsx";
import { ResultReturn } from "#src/features/runs/web/ResultReturn.tsx";
import { isReturned } from "#src/features/runs/rules.ts";
import { RunEnded } from "#src/features/runs/web/RunEnded.tsx";
import { useComparison } from "./useComparison.ts";
import { isReadingWeb, ProjectSchedule } from "./ProjectSchedule.tsx";
import { cardOf, readRevision, type ProjectData, type ReadRevision } from "./useProject.ts";
import { NextSteps } from "#src/features/runs/web/NextSteps.tsx";
import { useProposals } from "#src/features/runs/web/useProposals.ts";
import { EditingContext } from "#src/features/documents/web/editing.ts";
import { GapCounter } from "#src/features/documents/web/GapCounter.tsx";
import { RevisionChanges } from "./RevisionChanges.tsx";
import { RewriteNote } from "./SectionRewrite.tsx";
import { useSectionWork } from "./SectionWork.tsx";
import { UndoButtons } from "./UndoButtons.tsx";
import { useDocumentEditing } from "./useDocumentEditing.ts";
import { RecordingPlayer } from "./RecordingPlayer.tsx";
import { useRevisionLook } from "./useRevisionLook.ts";
import documentSideStyles from "#src/features/documents/web/DocumentSide.module.css";
import documentOutlineStyles from "#src/features/documents/web/DocumentOutline.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import findBarStyles from "#src/features/documents/web/FindBar.module.css";

const cx = joinClasses(documentSideStyles, documentOutlineStyles, findBarStyles);

export interface FinishedProjectProps {
  data: ProjectData;
  /** The newest revision. */
  newest: ReadRevision;
  name: string;
  workflow: { key: string; name: string };
  formLink: string | null;
  reload: () => Promise<void>;
  /** Puts a changed project in the place of the one that is shown, and the document of after an edit. */
  put: (project: Project, revision?: Revision) => void;
}

/** What the address asks of a document: a comparison with an older revision, or its first gap. */
const documentSearch = searchParams<{ compare: number | undefined; gap: "" | "first" }>({
  compare: whole(1, 1_000_000),
  gap: choice(["first"]),
});

/** A project with a result: its document, or what lies between two revisions, beside proposals or revisions. */
export function FinishedProject(props: FinishedProjectProps) {
  const { data, newest, name, workflow, formLink, reload, put } = props;
  const { project, run } = data;
  const { t } = useTranslation(["projects", "common", "reading"]);
  const zone = useZone();
  const asked = useSearchParams(documentSearch);
  const look = useRevisionLook(project.id, newest.number, asked.compare);
  const { isListing, compared, view } = look;
  const editing = useDocumentEditing({
    projectId: project.id,
    newest,
    onSaved: put,
    onStale: (isOffered) => {
      // What the dialog offers need not be typed again.
      if (!isOffered) toast({ tone: "warn", title: t("hand.staleTitle"), text: t("hand.staleText") });
      void reload();
    },
    opensFirst: asked.gap === "first",
    zone,
  });
  const isMobile = useIsMobile();
  const comparison = useComparison(project.id, compared, newest);
  const listButton = useRef<HTMLButtonElement>(null);
  const { close } = look;
  const closeList = useCallback((): void => {
    close();
    listButton.current?.focus();
  }, [close]);
  useEscape(isListing, closeList);
  const shown = comparison?.after ?? newest;
  const { document } = shown;
  const ownRun = run !== null && run.id === shown.runId ? run : null;
  // A revision that was brought back has no run of its own: what the last one proposed can still be undone.
  const proposing = newest.runId ?? (run?.status === "succeeded" ? run.id : null);
  // Nothing of a returned result can be applied any more.
  const isGone = run !== null && run.id === proposing && isReturned(run);
  const proposals = useProposals(isListing || isGone ? null : proposing, {
    version: `${newest.number}/${newest.edits}`,
    onChange: () => {
      invalidate("suggestions", "calendar", "leads", "outcomes", "projects");
      void reload();
    },
  });
  const stateName = stateNameOf(project);
  const [isScheduling, setScheduling] = useState(false);
  const card = cardOf(project);
  const canWatch = formLink !== null && !project.archived && isReadingWeb(project);
  const watch = canWatch && card ? { card, open: () => setScheduling(true) } : undefined;
  const issueTexts = useIssueTexts(document.issues, workflow.key);
  const restore = async (number: number): Promise<void> => {
    try {
      const { revision } = await api.projects.restoreRevision({ projectId: project.id, restore: number });
      await reload();
      const next = readRevision(revision).number;
      look.compare({ from: newest.number, to: next });
      const isFormBack = revision.changedFields.length > 0;
      toast({
        title: t("revisions.restored", { number, next }),
        text: t(isFormBack ? "revisions.restoredForm" : "revisions.restoredText"),
      });
    } catch (cause) {
      toast({
        tone: "danger",
        title: t("revisions.notRestored"),
        text: failureText(cause, "project.addRevisionError").description,
      });
    }
  };
  const engine = useEngineLabel({
    kind: document.generator.engine,
    provider: document.generator.provider,
    model: document.generator.model,
  });
  const isLost = run !== null && run.id !== newest.runId && (run.status === "failed" || run.status === "cancelled");
  const isComparing = comparison !== null && view !== "only";
  const origin = restoredFrom(shown.note);
  const handEdited = useMemo(() => document.claims.flatMap(({ byHand, text }) => (byHand ? [text] : [])), [document]);
  const isEdited = shown.note === editedNote;
  const isNewest = shown === newest;
  // An edit that begins a revision leaves everything on the page where it is, first of all what somebody types.
  const shownKey = isNewest ? "newest" : shown.id;
  useHash(readingOf(project.id).goTo, shownKey);
  const find = useFind(!isComparing);
  const hasOutline = useMedia(roomForOutline) && !isListing;
  const canEdit = isNewest && !isListing && document.canEdit;
  const sections = useSectionWork({
    projectId: project.id,
    newest,
    editing: canEdit ? editing : null,
    onEdited: put,
  });
  const place = useMemo(
    () => ({ reading: readingOf(project.id), sectionActions: sections.actions }),
    [project.id, sections.actions],
  );
  const slots: OutlineSlots = canEdit
    ? {
        gaps: <GapCounter editing={editing} />,
        changes: (
          <RevisionChanges
            document={document}
            since={newest.note === editedNote ? newest.dateCreated : null}
            waiting={sections.waiting}
            changedFields={newest.changedFields.length}
            formLink={formLink}
          />
        ),
        foot: sections.plan?.reason === null ? <RewriteNote plan={sections.plan} /> : null,
      }
    : noSlots;
  const open = hasGaps(document) ? <OpenQuestions document={document} formLink={formLink} /> : undefined;
  // The bar of a phone has room for one thing and a line: what is to be decided stands there until gaps are filled.
  const isFilling = editing.openGap !== null || document.gaps.some(({ state }) => state !== "open");
  const hasOpenGap = document.gaps.some(({ state }) => state === "open");
  const hasSection = document.sections.some(({ key }) => key === gapsKey);
  return (
    <ReadingContext value={place}>
      <EditingContext value={canEdit ? editing : null}>
        <div className="doc-frame print-open">
          <div className={cx(hasOutline ? "doc-sheet print-open doc-sheet-outlined" : "doc-sheet print-open")}>
            <ProjectHead project={project} name={name} isRunning={false} onChange={put} formLink={formLink}>
              {isMobile || isComparing ? null : (
                <IconButton ref={find.button} label={t("reading:find.title")} aria-keyshortcuts="/" onClick={find.open}>
                  <Icon of={TextSearch} />
                </IconButton>
              )}
              {canEdit && (newest.canUndo || newest.canRedo) ? (
                <UndoButtons revision={newest} editing={editing} />
              ) : null}
              <Button
                ref={listButton}
                size="small"
                variant="quiet"
                icon={<Icon of={History} />}
                aria-pressed={isListing}
                onClick={() => (isListing ? closeList() : look.open())}
              >
                {t("revisions.title")}
              </Button>
              <ExportMenu
                projectId={project.id}
                revision={shown}
                workflow={workflow}
                issueTexts={issueTexts}
                handEdited={handEdited}
              />
            </ProjectHead>
            {isLost && !isListing ? <RunEnded run={run} formLink={formLink} /> : null}
            {ownRun && shown === newest && !isListing ? (
              <ResultReturn run={ownRun} onReturned={reload} zone={zone} />
            ) : null}
            <NewsNotice project={project} put={put} onCompare={isListing ? undefined : look.compareWith} />
            {comparison && compared ? (
              <CompareBar
                compared={compared}
                view={view}
                onView={look.setView}
                place={look.place}
                places={comparison.document.places}
                onPlace={look.setPlace}
              />
            ) : null}
            {find.isOpen && !isComparing ? <FindBar root={find.root} shown={shown.id} onClose={find.close} /> : null}
            {hasOutline ? (
              <div className={cx("doc-outline print-hidden")}>
                <DocumentOutline document={document} {...slots} />
              </div>
            ) : null}
            {isComparing ? (
              <RevisionDiff
                key={`${comparison.before.id} ${comparison.after.id}`}
                diff={comparison.document}
                language={document.language}
                isSideBySide={view === "side"}
                place={look.place}
              />
            ) : (
              <div ref={find.root}>
                <RecordingPlayer key={shownKey} document={document}>
                  <DocumentView
                    document={document}
                    sources={document.sources}
                    language={document.language}
                    stamp={document.aiMark ? null : <Stamp reasonCode={ownRun?.engine.reasonCode} />}
                    gaps={open}
                    inPlace={canEdit ? sections.inPlace : null}
                    meta={
                      <>
                        {document.aiMark || stateName !== "ready" ? <StateDot state={stateName} named /> : null}
                        <MetaLine
                          parts={[
                            workflow.name,
                            isEdited && isNewest
                              ? t("hand.saved", { time: formatDateTime(project.dateUpdated, zone) })
                              : formatDateTime(shown.dateCreated, zone),
                            t("revisions.number", { number: shown.number }),
                            origin === undefined ? "" : t("revisions.broughtBack", { number: origin }),
                            isEdited && !isNewest ? t("hand.byHand") : "",
                          ]}
                        />
                      </>
                    }
                  >
                    {isNewest ? <NextSteps state={proposals} watch={watch} /> : null}
                    <DocumentNotes
                      document={document}
                      issueTexts={issueTexts}
                      engine={engine}
                      usage={ownRun?.usage ?? null}
                      coins={ownRun?.coins ?? null}
                      open={hasSection ? undefined : open}
                    />
                  </DocumentView>
                </RecordingPlayer>
              </div>
            )}
          </div>
          <aside
            className={cx(isListing ? "doc-side print-hidden doc-side-shown" : "doc-side print-hidden")}
            aria-label={isListing ? t("revisions.title") : t("reading:panel")}
          >
            {isListing ? (
              <Revisions
                {...look.revisions}
                projectId={project.id}
                current={newest.number}
                compared={compared}
                comparison={comparison}
                onCompare={look.compare}
                bringsBack={look.bringsBack}
                onRestore={restore}
                onDeleted={() => put({ ...project, revisions: project.revisions - 1 })}
                onClose={closeList}
              />
            ) : (
              <DocumentPanel
                document={document}
                proposals={proposals}
                isToReview={project.state === projectState.ready}
                hasOutline={hasOutline}
                outline={slots}
              />
            )}
          </aside>
          {isListing ? null : (
            <DocumentDock document={document} outline={slots} proposals={proposals} onFind={find.open}>
              <ProposalsBar
                state={proposals}
                gaps={
                  canEdit && hasOpenGap && (isFilling || proposals.proposals.length === 0) ? (
                    <GapCounter editing={editing} isBar />
                  ) : null
                }
              />
            </DocumentDock>
          )}
          {sections.dialog}
          {isScheduling ? (
            <ProjectSchedule project={project} name={name} every="month" onClose={() => setScheduling(false)} />
          ) : null}
        </div>
      </EditingContext>
    </ReadingContext>
  );
}

/** From here on the outline has room beside the text. */
const roomForOutline = "(min-width: 100rem)";
const noSlots: OutlineSlots = {};

/** Goes to the section that the address names, when its document is here and when the address changes. */
function useHash(goTo: (key: string) => void, shown: string): void {
  const { hash } = useLocation();
  useEffect(() => {
    const key = sectionInHash(`#${hash.replace(/^#/, "")}`);
    if (key !== null) goTo(key);
  }, [goTo, hash, shown]);
}

/** The search of the document: where it looks, and how it opens. */
function useFind(isOn: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    // A search that is open takes the words that come next.
    if (isOpen) window.document.querySelector<HTMLInputElement>(`.${cx("find-bar")} input`)?.select();
    setOpen(true);
  };
  useFindKey(isOn, open);
  return {
    root,
    button,
    isOpen,
    open,
    close: (): void => {
      setOpen(false);
      button.current?.focus();
    },
  };
}

/** Escape anywhere on the page, unless a menu, a dialog or an input took it for itself. */
function useEscape(isOn: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) onEscape();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn, onEscape]);
}

/**
 * Sentences of what a check noticed: documents bring theirs, those from before the workflow kit only have codes. A code
 * without words is shown as it is.
 */
function useIssueTexts(
  issues: { code: string; text?: string | undefined; params?: Record<string, string | number> }[],
  key: string,
): string[] {
  const { t } = useTranslation(["projects", "workflows"]);
  return issues.map(({ code, params, text }) => {
    if (text) return text;
    const found = [`workflow.${key}:issues.${code}`, `workflows:issues.${code}`, `projects:issues.${code}`].find(
      (place) => hasText(place) || hasText(`${place}_other`),
    );
    return found ? t(found, params ?? {}) : code;
  });
}
