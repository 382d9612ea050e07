import { describe, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { crumbsOf, projectIdIn } from "./crumbs.ts";
import { paths } from "#src/ui/client/paths.ts";

const unnamed = (): undefined => undefined;

describe("breadcrumbs", () => {
  test("show the group of a workflow and link to the catalogue", () => {
    expect(crumbsOf("/workflows/marketing/content/planner", unnamed)).toEqual([
      { key: "shell:group.marketing", to: "/workflows" },
      { key: "workflows:contentPlanner.name" },
    ]);
    expect(crumbsOf("/workflows/entrepreneurship/funding/applicant", unnamed)[0]?.key).toBe(
      "shell:group.entrepreneurship",
    );
  });

  test("end with the title of a project once it is known", () => {
    const path = paths.project("01a1fd92-0000-7000-8000-000000000001");
    expect(projectIdIn(path)).toBe("01a1fd92-0000-7000-8000-000000000001");
    expect(crumbsOf(path, () => "Spring plan").at(-1)).toEqual({ words: "Spring plan" });
    expect(crumbsOf(path, unnamed)).toEqual([{ key: "shell:nav.projects", to: paths.projects }]);
    expect(crumbsOf(paths.runs, unnamed).map(({ to }) => to)).toEqual([paths.projects, undefined]);
  });

  test("link from a project to the project list", () => {
    expect(crumbsOf(paths.project("01a1fd92-0000-7000-8000-000000000001"), unnamed)[0]).toEqual({
      key: "shell:nav.projects",
      to: paths.projects,
    });
    expect(crumbsOf(paths.projects, unnamed)).toEqual([{ key: "shell:nav.projects" }]);
  });

  test("link from coins to settings", () => {
    expect(crumbsOf("/settings/coins", unnamed).map(({ to }) => to)).toEqual(["/settings", undefined]);
  });

  test("exist for every workflow page, and for no unknown path", () => {
    const without = cards.filter(({ path }) => path !== "" && crumbsOf(path, unnamed).length < 2);
    expect(without).toEqual([]);
    expect(crumbsOf("/somewhere", unnamed)).toEqual([{ key: "shell:nav.notFound" }]);
    expect(projectIdIn("/pioneer/workflow/projects/a/b")).toBeUndefined();
  });
});
