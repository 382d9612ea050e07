import { useSelector } from "react-redux";
import { selectSettings } from "./store.ts";

/** IANA zone of the person's settings; the browser's until they are there. */
export const useTimeZone = (): string =>
  useSelector(selectSettings).value?.calendarSettings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
