import { uuidPattern } from "#src/kit/ids.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { recordId, searchParams, several } from "#src/ui/client/searchParams.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { maxOutreachLeads } from "#src/features/leads/rules.ts";
import { api } from "#src/ui/client/api.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { loadWorkflow, useLoaded } from "#src/features/workflows/web/useWorkflow.ts";
import { WorkflowForm } from "./WorkflowForm.tsx";
import cx from "./WorkflowForm.module.css";

const workflowSearch = searchParams<{ project: string; item: string; leads: string[] }>({
  project: recordId,
  item: recordId,
  leads: several(maxOutreachLeads, (id) => uuidPattern.test(id)),
});

/**
 * Form and price of any workflow. `?project=<id>` fills the form with what that project was made of and runs it again,
 * `?item=<id>` with a content item that is to be written, `?leads=<id>,<id>` with leads that are to be written to.
 */
export function WorkflowPage({ workflowName }: { workflowName: string }) {
  const asked = useSearchParams(workflowSearch);
  const projectId = asked.project || undefined;
  const itemId = (!projectId && asked.item) || undefined;
  const leads = asked.leads.length > 0 ? asked.leads : undefined;
  const [page, retry] = useLoaded(`${workflowName}:${projectId ?? itemId ?? ""}`, async (signal) => {
    const [data, project, item] = await Promise.all([
      loadWorkflow(workflowName, signal),
      projectId ? api.projects.getProject({ id: projectId }, { signal }).then(({ project }) => project) : undefined,
      itemId ? api.outcomes.getOutcome({ id: itemId }, { signal }).then(({ outcome }) => outcome) : undefined,
    ]);
    return { data, project, item };
  });
  const user = useSelector(selectActiveUser);
  const settings = useSelector(selectSettings);
  const { t } = useTranslation(["workflow", "common"]);

  if (page.state === "failed") {
    const { status, code } = page.error;
    // Gone, or switched off by an operator since the page knew of it.
    const key = status === 404 ? "notFound" : code === "workflow.notLive" ? code : undefined;
    return (
      <div className={cx("wf-failed")}>
        <RetryAlert title={<h1>{key ? t(`messages:${key}.title`) : t("page.failed")}</h1>} onRetry={retry}>
          {key ? t(`messages:${key}.description`) : t("page.failedText")}
        </RetryAlert>
      </div>
    );
  }
  const isReady =
    page.state === "ready" &&
    user.value !== undefined &&
    (settings.value !== undefined || settings.error !== undefined);
  if (!isReady || user.value === undefined) return <PageBars />;
  return (
    <WorkflowForm
      key={`${workflowName}:${projectId ?? itemId ?? leads?.join() ?? ""}:${user.value.id}`}
      data={page.value.data}
      userId={user.value.id}
      project={page.value.project}
      item={page.value.item}
      leads={projectId ? undefined : leads}
    />
  );
}

/** The form's rows before they are known. */
function PageBars() {
  return (
    <div className={cx("wf")}>
      <div className="wf-bars">
        <SkeletonRows rows={6} height={61} columns="1fr" />
      </div>
    </div>
  );
}
