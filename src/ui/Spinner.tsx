/** A turning ring in the colour of the text. Only the step in hand spins: one in sight. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
