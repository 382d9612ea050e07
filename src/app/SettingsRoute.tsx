import { SettingsPage } from "#src/features/settings/web/SettingsPage.tsx";
import { WorkflowSettings } from "#src/features/workflows/web/WorkflowSettings.tsx";

/** The settings, with the section of the workflows. */
export function SettingsRoute() {
  return <SettingsPage WorkflowSettings={WorkflowSettings} />;
}
