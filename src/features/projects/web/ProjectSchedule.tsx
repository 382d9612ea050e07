import type { ScheduleDialogProps } from "#src/features/schedules/web/ScheduleDialog.tsx";
import { readsWeb } from "#src/features/schedules/rules.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import type { Project } from "../contract.ts";
import { cardOf } from "./useProject.ts";

const ScheduleDialog = lazyOptional<ScheduleDialogProps>(async () => {
  const [part] = await Promise.all([
    import("#src/features/schedules/web/ScheduleDialog.tsx"),
    preloadTexts("schedules", "messages"),
  ]);
  return part.ScheduleDialog;
});

/** Whether runs of a project read the web, so that a later one can find something new. */
export const isReadingWeb = ({ fields }: Project): boolean => readsWeb(fields.formValues);

export interface ProjectScheduleProps extends Pick<ScheduleDialogProps, "name" | "every" | "onClose"> {
  project: Project;
}

/** The dialog that runs a project again and again. */
export function ProjectSchedule({ project, ...rest }: ProjectScheduleProps) {
  const price = cardOf(project)?.coins ?? 0;
  return <ScheduleDialog {...rest} projectId={project.id} price={price} isReading={isReadingWeb(project)} />;
}
