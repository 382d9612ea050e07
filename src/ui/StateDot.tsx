import { useTranslation } from "./i18n/index.ts";
import { projectState, type StateGroup, stateGroupOf } from "#src/features/projects/rules.ts";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

/** Groups of specification section 4, and what came to nothing; `common:state.<name>` has the words. */
export type StateName = StateGroup | "applied" | "failed" | "cancelled";

/** What tells how a project stands. */
export interface StateOfProject {
  state: number;
  archived?: boolean;
  latestRunStatus?: string | null;
}

/** How a project is shown: 500 is an ordinary "Other" only when it was put away, not when its run came to nothing. */
export function stateNameOf({ state, archived = false, latestRunStatus }: StateOfProject): StateName {
  const isOver = state === projectState.closed && !archived;
  return isOver && (latestRunStatus === "failed" || latestRunStatus === "cancelled") ? latestRunStatus : nameOf(state);
}

/** Applied is the one state of its group that is told apart: orange as the others, with a tick. */
const nameOf = (state: number): StateName => (state === projectState.applied ? "applied" : stateGroupOf(state));

const shapes: Record<StateName, React.ReactNode> = {
  new: <circle cx="5" cy="5" r="3.9" fill="none" stroke="var(--dot-new)" strokeWidth="1.6" />,
  progress: (
    <>
      <circle cx="5" cy="5" r="3.9" fill="none" stroke="var(--dot-progress)" strokeWidth="1.6" />
      <path d="M5 1a4 4 0 0 1 0 8z" fill="var(--dot-progress)" />
    </>
  ),
  ready: <circle cx="5" cy="5" r="4.7" fill="var(--dot-ready)" />,
  applied: (
    <>
      <circle cx="5" cy="5" r="4.7" fill="var(--dot-ready)" />
      <path d="M2.9 5.2l1.5 1.5 2.8-3.1" fill="none" stroke="var(--paper-side)" strokeWidth="1.3" />
    </>
  ),
  done: (
    <>
      <circle cx="5" cy="5" r="4.7" fill="var(--dot-done)" />
      <path d="M2.9 5.2l1.5 1.5 2.8-3.1" fill="none" stroke="var(--paper-side)" strokeWidth="1.3" />
    </>
  ),
  failed: (
    <>
      <circle cx="5" cy="5" r="4.2" fill="none" stroke="var(--danger)" strokeWidth="1.3" />
      <path d="M3.3 3.3l3.4 3.4M6.7 3.3l-3.4 3.4" stroke="var(--danger)" strokeWidth="1.3" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="5" cy="5" r="4.2" fill="none" stroke="var(--dot-other)" strokeWidth="1.3" />
      <path d="M2.2 7.8l5.6-5.6" stroke="var(--dot-other)" strokeWidth="1.3" />
    </>
  ),
  other: <rect x="1" y="1" width="8" height="8" rx="1.5" fill="var(--dot-other)" />,
};

export interface StateDotProps {
  /** The number of a project (better its `stateNameOf`, which knows failures), or the name for anything that goes through the same stages (steps of a run). */
  state: number | StateName;
  /** Shows the word beside it; without, the word is only read aloud. */
  named?: boolean;
  /** Where the words around it already say the state. */
  silent?: boolean;
}

/** State as shape and colour: ring, half, disc, disc with tick, square, ring with a cross or a stroke. */
export function StateDot({ state, named = false, silent = false }: StateDotProps) {
  const { t } = useTranslation();
  const name = typeof state === "number" ? nameOf(state) : state;
  const dot = (
    <svg className="dot" viewBox="0 0 10 10" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
  if (silent) return dot;
  return (
    <span className="state-line">
      {dot}
      {named ? t(`state.${name}`) : <VisuallyHidden>{t(`state.${name}`)}</VisuallyHidden>}
    </span>
  );
}
