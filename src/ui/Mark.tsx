/** The mark of the product: a coin over a double rule. */
export function Mark({ className = "" }: { className?: string }) {
  return (
    <svg className={`mark ${className}`} viewBox="0 0 20 22" aria-hidden="true">
      <circle cx="10" cy="7" r="6" fill="currentColor" />
      <path d="M0 16.4h20M0 20.6h20" stroke="var(--ink)" strokeWidth="1.8" />
    </svg>
  );
}

/** One coin; stands before every price that is about to be paid. */
export function Coin({ className = "" }: { className?: string }) {
  return (
    <svg
      className={`coin ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <circle cx="8" cy="8" r="6.6" />
      <path d="M4.9 6.9h6.2M4.9 9.6h6.2" />
    </svg>
  );
}
