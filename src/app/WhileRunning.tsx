import { RunNotices } from "./RunNotices.tsx";
import { BusyBorder } from "#src/ui/BusyBorder.tsx";

/** What stands around every page while a run is on. */
export function WhileRunning() {
  return (
    <>
      <BusyBorder />
      <RunNotices />
    </>
  );
}
