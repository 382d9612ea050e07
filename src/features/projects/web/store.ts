import { notSignedIn } from "#src/kit/errors.ts";
import { createListStore, type ListState } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { Project } from "../contract.ts";

type ProjectUpdate = Parameters<typeof api.projects.updateProject>[0];

/** Specification section 4, "other or special". */
const archivedState = 500;

/** Projects read at once; the sidebar asks for more. */
const pageSize = 50;

/** What HTTP calls an answer that refuses, RFC 9110: HTTP/2 sends no words with it. */
const statusTexts: Record<number, string> = {
  0: "No Connection",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Who deletes is named in the sealed body and must be the signed-in person. */
export interface ProjectRemoval {
  userId: string | undefined;
  projectId: string;
}

/** `userProjects`. Projects come from runs, so the browser creates none by itself. */
export const userProjects = createListStore<Project, { cursor?: string }, never, ProjectUpdate, ProjectRemoval>(
  "userProjects",
  {
    fetch: {
      raised: "Failed to fetch user projects",
      call: async (query, signal) => {
        const { projects, nextCursor } = await api.projects.listProjects({ limit: pageSize, ...query }, { signal });
        return { items: projects, nextCursor };
      },
    },
    create: {
      raised: "Failed to create user project",
      to: "front",
      call: () => Promise.reject(new Error("A project begins with a run")),
    },
    update: {
      raised: "Failed to update user project",
      call: async (input) => (await api.projects.updateProject(input)).updatedProject,
      id: (input) => input.id,
      patch: ({ name, state, favorite, archived }) => ({
        ...(name === undefined ? {} : { name }),
        ...(state === undefined ? {} : { state, archived: state === archivedState }),
        ...(favorite === undefined ? {} : { favorite }),
        ...(archived === undefined ? {} : { archived, ...(archived ? { state: archivedState } : {}) }),
      }),
    },
    remove: {
      raised: (refusal) =>
        refusal.status === 401
          ? "User is not authenticated"
          : `Failed to delete project: ${statusTexts[refusal.status] ?? `HTTP ${refusal.status}`}`,
      call: async ({ userId, projectId }) => {
        if (!userId) throw notSignedIn();
        return api.projects.deleteProject({ enData: { userId, projectId } });
      },
      id: ({ projectId }) => projectId,
      tags: ["projects"],
    },
  },
);

export interface ProjectsRoot {
  userProjects: ListState<Project>;
}
export const selectProjects = (state: ProjectsRoot): ListState<Project> => state.userProjects;

/** What a project is called: its own name, else the title typed into the form. */
export function projectTitle(project: Pick<Project, "name" | "fields">, fallback: string): string {
  const typed = project.fields.formValues["requirementTitle"];
  return project.name || (typeof typed === "string" && typed.trim() !== "" ? typed : fallback);
}

/** Newest updated first and without what was put away, as the sidebar shows them. */
export function newestFirst(projects: readonly Project[]): Project[] {
  return projects
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => Date.parse(b.dateUpdated) - Date.parse(a.dateUpdated));
}
