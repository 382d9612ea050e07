import { SettingsPage } from "#src/features/settings/web/SettingsPage.tsx";
import { FeedSettings } from "#src/features/sharing/web/FeedSettings.tsx";
import { WorkflowSettings } from "#src/features/workflows/web/WorkflowSettings.tsx";

/** The settings, with the section of the workflows and the subscriptions of the calendar. */
export function SettingsRoute() {
  return <SettingsPage WorkflowSettings={WorkflowSettings} feeds={<FeedSettings />} />;
}
