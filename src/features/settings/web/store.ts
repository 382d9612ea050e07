import { createRecordStore, type RecordState } from "#src/kit/recordStore.ts";
import { api } from "#src/shell/api.ts";
import type { Settings, SettingsUpdate } from "../contract.ts";

export const settings = createRecordStore<Settings, SettingsUpdate>("settings", {
  fetch: { raised: "Failed to fetch settings", call: (signal) => api.settings.getSettings(undefined, { signal }) },
  update: { raised: "Failed to update settings", call: (input) => api.settings.updateSettings(input) },
});

export interface SettingsRoot {
  settings: RecordState<Settings>;
}
export const selectSettings = (state: SettingsRoot): RecordState<Settings> => state.settings;
