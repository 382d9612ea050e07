/** Keys of a shortcut as one presses them: `Ctrl K`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="kbd">{keys}</kbd>;
}
