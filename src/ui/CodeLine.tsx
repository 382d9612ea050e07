import { Copy } from "lucide-react";
import { useTranslation } from "./i18n/index.ts";
import { IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { useCopy } from "./useCopy.ts";
import "./CodeLine.module.css";

/** A line for a terminal or a file of settings, with a button that copies it. Long ones wrap. */
export function CodeLine({ children }: { children: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className="code-line">
      <code>{children}</code>
      <IconButton
        label={t("action.copyNamed", { name: children })}
        title={t("action.copy")}
        onClick={() => void copy(children)}
      >
        <Icon of={Copy} size={14} />
      </IconButton>
    </div>
  );
}

/** A sentence in which what stands between backticks is code. */
export function WithCode({ children }: { children: string }) {
  // Odd pieces stand between two backticks; a sentence never changes the order of its pieces.
  return children.split("`").map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
