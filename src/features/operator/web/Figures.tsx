import cx from "./OperatorPage.module.css";

/** Figures side by side, each with its name and a note. */
export function Figures({ figures }: { figures: readonly [name: string, value: string, note: string][] }) {
  return (
    <dl className={cx("figures num")}>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> <span className="hint">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
