/** One light walking round the edge of the window while a run is on; still when motion is not wanted. */
export function BusyBorder() {
  return (
    <div className="busy-border" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
