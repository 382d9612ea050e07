import { Link } from "@tanstack/react-router";
import { ChevronUp, CircleCheck, FilePenLine, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, buttonClass, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useRootMark } from "#src/ui/useRootMark.ts";
import { AppliedBlock, AppliedList, areaLink, areasOf, NewerSuggestions } from "./AppliedSuggestions.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import type { ProposalsState } from "./useProposals.ts";
import "#src/features/documents/web/DocumentSide.module.css";
import cx from "./Proposals.module.css";

export interface ProposalsProps {
  state: ProposalsState;
  /** Shows where in the document a suggestion comes from; without it nothing offers to. */
  onShowInText?: ((key: string) => void) | undefined;
}

/** What a finished run offers to the other areas. Nothing exists until it is applied, and applying can be undone. */
export function Proposals({ state, onShowInText }: ProposalsProps) {
  const { t } = useTranslation("projects");
  const isEmpty = state.lines.length === 0 && !state.isLoading && !state.loadFailed;
  return (
    <>
      <div className="doc-side-head">
        <h2>{t("proposals.title")}</h2>
        {isEmpty ? <p>{t("proposals.none")}</p> : null}
      </div>
      <div className="doc-side-body suggestions">
        {state.isLoading ? <SkeletonRows rows={6} height={51} columns="16px 48px 1fr" /> : null}
        {state.loadFailed ? <RetryAlert title={t("proposals.failed")} onRetry={state.reload} /> : null}
        <Suggestions state={state} onShowInText={onShowInText} />
      </div>
      {state.open.length > 0 ? (
        <div className="doc-side-foot num">
          <ApplyButton state={state} />
          <FreeNote state={state} />
        </div>
      ) : null}
    </>
  );
}

/**
 * The same for a narrow page: the button stays in reach, the list opens over the page.
 * @param props.gaps what is being done in place of adding suggestions: they only say then what has changed
 */
export function ProposalsBar({ state, onShowInText, gaps = null }: ProposalsProps & { gaps?: ReactNode }) {
  const { t } = useTranslation(["projects", "common"]);
  const [isOpen, setOpen] = useState(false);
  const [hidden, setHidden] = useState<string | null>(null);
  const { open, changed } = state;
  // Put away, the line comes back when the document changes something else.
  const told = changed.map(({ key }) => key).join(" ");
  const count = open.filter(({ key }) => state.ticked.has(key)).length;
  const isDone = count === 0 && state.lines.some(({ isApplied }) => isApplied);
  const isGone = gaps
    ? changed.length === 0 && !isOpen
    : state.lines.length === 0 || (isDone && hidden === told && !isOpen);
  useRootMark("docFoot", isGone ? null : "");
  if (isGone) return gaps;
  return (
    <section className="doc-foot print-hidden num" aria-label={t("proposals.title")}>
      {gaps ? (
        <>
          <p className="doc-foot-line" role="status">
            <b>{t("proposals.newer.count", { count: changed.length })}</b>
            <ShowButton onShow={() => setOpen(true)} />
          </p>
          {gaps}
        </>
      ) : isDone ? (
        <DoneLine state={state} changed={changed.length} onShow={() => setOpen(true)} onHide={() => setHidden(told)} />
      ) : (
        <>
          <p className="doc-foot-line">
            <span>
              <b>{t("proposals.ticked", { part: count, whole: open.length })}</b>
              {changed.length > 0 ? `, ${t("proposals.newer.count", { count: changed.length })}` : null}
            </span>
            <ShowButton onShow={() => setOpen(true)} />
          </p>
          <ApplyButton state={state} isBar />
        </>
      )}
      {isOpen ? (
        <SidePanel
          className="suggestions-sheet"
          title={t("proposals.title")}
          onClose={() => setOpen(false)}
          footer={
            open.length > 0 ? (
              <div className={cx("suggestions-sheet-foot")}>
                <ApplyButton state={state} isBar />
                <p>{t("proposals.freeShort")}</p>
              </div>
            ) : null
          }
        >
          <div className="suggestions">
            <Suggestions
              state={state}
              onShowInText={
                onShowInText &&
                ((key) => {
                  setOpen(false);
                  onShowInText(key);
                })
              }
            />
          </div>
        </SidePanel>
      ) : null}
    </section>
  );
}

function ShowButton({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation("projects");
  return (
    <button type="button" className="link" aria-haspopup="dialog" onClick={onShow}>
      {t("proposals.show")}
      <Icon of={ChevronUp} size={14} className="sr-only" />
    </button>
  );
}

interface DoneLineProps extends ProposalsProps {
  /** How many of those that were added the document says otherwise by now. */
  changed: number;
  onShow: () => void;
  onHide: () => void;
}

/** One line in place of the bar once everything wanted was added: what was, or what has changed since. */
function DoneLine({ state, changed, onShow, onHide }: DoneLineProps) {
  const { t } = useTranslation(["projects", "common"]);
  const zone = useZone();
  const hide = (
    <IconButton label={t("common:action.close")} onClick={onHide}>
      <Icon of={X} />
    </IconButton>
  );
  if (changed > 0)
    return (
      <div className={cx("suggestions-done suggestions-changed")}>
        <Icon of={FilePenLine} />
        <span role="status">{t("proposals.newer.count", { count: changed })}</span>
        <Button size="small" aria-haspopup="dialog" onClick={onShow}>
          {t("proposals.show")}
        </Button>
        {hide}
      </div>
    );
  const applied = state.lines.filter(({ isApplied }) => isApplied);
  const [area] = areasOf(applied);
  const added = t("proposals.added", { count: applied.filter(({ isOlder }) => !isOlder).length });
  return (
    <div className={cx("suggestions-done")}>
      <span role="status" className="sr-only">
        {added}
      </span>
      <Icon of={CircleCheck} />
      <button type="button" aria-haspopup="dialog" onClick={onShow}>
        {added}
      </button>
      <IconButton label={t("common:action.undo")} disabled={state.work !== null} onClick={() => void state.undo()}>
        <Icon of={Undo2} />
      </IconButton>
      {hide}
      {area ? (
        <Link {...areaLink(area, applied, zone)} className={buttonClass({ size: "small" })}>
          {t(`proposals.openArea.${area}`)}
        </Link>
      ) : null}
    </div>
  );
}

/** What was added, what the document has changed since, and what can be added. */
function Suggestions({ state, onShowInText }: ProposalsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const zone = useZone();
  const [isFailedOnly, setFailedOnly] = useState(false);
  const failed = state.lines.filter(({ keys }) => keys.some((key) => state.failed.has(key)));
  const applied = state.lines.filter(({ isApplied }) => isApplied).length;
  return (
    <>
      {state.problem ? (
        <div className={cx("suggestions-alert")}>
          <Alert tone="danger" title={t("proposals.problem")}>
            {state.problem}
          </Alert>
        </div>
      ) : null}
      {failed.length > 0 ? (
        <div className={cx("suggestions-alert")}>
          <Alert tone="warn" title={t("proposals.notAdded", { count: failed.length, whole: failed.length + applied })}>
            <button type="button" className="link" onClick={() => setFailedOnly(true)}>
              {t("proposals.showFailed", { count: failed.length })}
            </button>{" "}
            <button type="button" className="link" disabled={state.work !== null} onClick={() => void state.undo()}>
              {t("proposals.undoAll")}
            </button>
          </Alert>
        </div>
      ) : null}
      <AppliedBlock state={state} zone={zone} />
      <NewerSuggestions state={state} />
      <SuggestionList
        state={state}
        zone={zone}
        isFailedOnly={isFailedOnly && failed.length > 0}
        onAll={() => setFailedOnly(false)}
        onShowInText={onShowInText}
      />
      <AppliedList state={state} zone={zone} />
    </>
  );
}

function ApplyButton({ state, isBar = false }: ProposalsProps & { isBar?: boolean }) {
  const { t } = useTranslation("projects");
  const { open } = state;
  const count = open.filter(({ key }) => state.ticked.has(key)).length;
  return (
    <Button
      variant="primary"
      full
      size={isBar ? "bar" : "normal"}
      busy={state.work === "apply"}
      busyLabel={t("proposals.applying")}
      disabled={count === 0 || (state.work !== null && state.work !== "change")}
      onClick={() => void state.apply()}
    >
      {t("proposals.apply", { part: count, whole: open.length })}
    </Button>
  );
}

/** Where the suggestions go, and that they can be taken back. */
function FreeNote({ state }: Pick<ProposalsProps, "state">) {
  const { t } = useTranslation("projects");
  const areas = areasOf(state.open).map((area) => t(`proposals.area.${area}`));
  const last = areas.at(-1) ?? "";
  const list = areas.length > 1 ? `${areas.slice(0, -1).join(", ")} ${t("proposals.and")} ${last}` : last;
  return <p>{t("proposals.free", { areas: list })}</p>;
}
