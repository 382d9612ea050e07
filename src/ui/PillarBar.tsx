import { useLanguage } from "#src/ui/i18n/index.ts";
import { formatPercent } from "./format.ts";

export interface Pillar {
  name: string;
  /** 0 to 100. */
  percent: number;
}

/** Shares of a whole as one bar, dark to light, with their names. What is missing to 100 stays a hairline. */
export function PillarBar({ pillars }: { pillars: Pillar[] }) {
  const language = useLanguage();
  return (
    <div className="pillars num">
      <div className="pillar-bar" aria-hidden="true">
        {pillars.map((pillar, index) => (
          <i key={index} style={{ width: `${Math.min(100, Math.max(0, pillar.percent))}%` }} />
        ))}
      </div>
      <ul className="pillar-legend">
        {pillars.map((pillar, index) => (
          <li key={index}>
            <b>{formatPercent(pillar.percent, language)}</b> {pillar.name}
          </li>
        ))}
      </ul>
    </div>
  );
}
