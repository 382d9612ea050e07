import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

export type StateName = "new" | "progress" | "ready" | "done" | "other";

/** Project states of specification section 4; `common:state.<name>` has the words. */
export function stateName(state: number): StateName {
  if (state === 1) return "new";
  if (state >= 2 && state <= 49) return "progress";
  if (state >= 50 && state <= 99) return "ready";
  if (state === 100) return "done";
  return "other";
}

const shapes: Record<StateName, React.ReactNode> = {
  new: <circle cx="5" cy="5" r="3.9" fill="none" stroke="var(--dot-new)" strokeWidth="1.6" />,
  progress: (
    <>
      <circle cx="5" cy="5" r="3.9" fill="none" stroke="var(--dot-progress)" strokeWidth="1.6" />
      <path d="M5 1a4 4 0 0 1 0 8z" fill="var(--dot-progress)" />
    </>
  ),
  ready: <circle cx="5" cy="5" r="4.7" fill="var(--dot-ready)" />,
  done: (
    <>
      <circle cx="5" cy="5" r="4.7" fill="var(--dot-done)" />
      <path d="M2.9 5.2l1.5 1.5 2.8-3.1" fill="none" stroke="var(--paper-side)" strokeWidth="1.3" />
    </>
  ),
  other: <rect x="1" y="1" width="8" height="8" rx="1.5" fill="var(--dot-other)" />,
};

export interface StateDotProps {
  /** The number of a project, or the name for anything that goes through the same stages (steps of a run). */
  state: number | StateName;
  /** Shows the word beside it; without, the word is only read aloud. */
  named?: boolean;
  /** Where the words around it already say the state. */
  silent?: boolean;
}

/** State as shape and colour: ring, half, disc, disc with tick, square. */
export function StateDot({ state, named = false, silent = false }: StateDotProps) {
  const { t } = useTranslation();
  const name = typeof state === "number" ? stateName(state) : state;
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
