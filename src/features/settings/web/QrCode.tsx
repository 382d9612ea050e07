import { useMemo } from "react";
import { qrModules } from "#src/ui/qr.ts";
import cx from "./TwoFactor.module.css";

/** Modules of light around the code, as readers need them. */
const quiet = 4;

/** A text for a phone to read; dark on light in both themes, since many readers know no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const modules = qrModules(text);
    const dark = modules.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])),
    );
    return { size: modules.length + 2 * quiet, path: dark.join("") };
  }, [text]);
  return (
    <svg className={cx("qr")} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
