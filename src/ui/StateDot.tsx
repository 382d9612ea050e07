import { useTranslation } from "./i18n/index.ts";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

/** Groups of specification section 4, and what came to nothing; `common:state.<name>` has the words. */
export type StateName = "new" | "progress" | "ready" | "applied" | "done" | "failed" | "cancelled" | "other";

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
  /** Of a project (`stateNameOf` of its rules), or of anything that goes through the same stages, such as steps of a run. */
  state: StateName;
  /** Shows the word beside it; without, the word is only read aloud. */
  named?: boolean;
  /** Where the words around it already say the state. */
  silent?: boolean;
}

/** State as shape and colour: ring, half, disc, disc with tick, square, ring with a cross or a stroke. */
export function StateDot({ state, named = false, silent = false }: StateDotProps) {
  const { t } = useTranslation();
  const dot = (
    <svg className="dot" viewBox="0 0 10 10" aria-hidden="true">
      {shapes[state]}
    </svg>
  );
  if (silent) return dot;
  return (
    <span className="state-line">
      {dot}
      {named ? t(`state.${state}`) : <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>}
    </span>
  );
}
