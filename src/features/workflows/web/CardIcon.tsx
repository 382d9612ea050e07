import { Icon } from "#src/ui/Icon.tsx";
import { fallbackIcon, workflowIcons } from "./workflowIcons.ts";

export function CardIcon({ name }: { name: string }) {
  return <Icon of={workflowIcons[name] ?? fallbackIcon} />;
}
