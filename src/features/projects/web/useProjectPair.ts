import { useQuery } from "@tanstack/react-query";
import type { FigurePair } from "#src/features/documents/web/keyFigures.ts";
import { api, failureOf, isGone } from "#src/ui/client/api.ts";
import type { Project } from "../contract.ts";
import { type Comparison, compareRevisions } from "./useComparison.ts";
import { type ReadRevision, revisionOf } from "./useProject.ts";

/** A project with its current revision. */
export interface ComparedProject {
  project: Project;
  revision: ReadRevision;
  /** Words of its document. */
  words: number;
}

export type ProjectPair =
  | { state: "loading" }
  | { state: "failed" }
  /** One of them is deleted, another person's, or never was. */
  | { state: "gone" }
  /** Of two workflows: their documents have nothing in common to hold against each other. */
  | { state: "different"; projects: [Project, Project] }
  /** One of them has no result. */
  | { state: "empty"; projects: [Project, Project] }
  | (Pick<Comparison, "document" | "evidence"> & {
      state: "ready";
      left: ComparedProject;
      right: ComparedProject;
      figures: FigurePair[];
    });

async function load(left: string, right: string, signal: AbortSignal): Promise<ProjectPair> {
  // An address without one of them would ask for the list.
  if (!left || !right) return { state: "gone" };
  const one = async (id: string): Promise<Project> => (await api.projects.getProject({ id }, { signal })).project;
  const projects = await Promise.all([one(left), one(right)]);
  const [a, b] = projects;
  if (a.workflow !== b.workflow) return { state: "different", projects };
  if (a.currentRevision === null || b.currentRevision === null) return { state: "empty", projects };
  const [{ before, after, document, evidence }, { pairFigures, wordsIn }] = await Promise.all([
    compareRevisions(revisionOf(a.id, a.currentRevision, signal), revisionOf(b.id, b.currentRevision, signal)),
    import("#src/features/documents/web/keyFigures.ts"),
  ]);
  return {
    state: "ready",
    left: { project: a, revision: before, words: wordsIn(before.document) },
    right: { project: b, revision: after, words: wordsIn(after.document) },
    document,
    evidence,
    figures: pairFigures(before.document, after.document),
  };
}

/** Two projects and what lies between their results. What finds differences is loaded with them. */
export function useProjectPair(left: string, right: string): { pair: ProjectPair; reload: () => void } {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["projectPair", left, right],
    queryFn: ({ signal }) => load(left, right, signal),
    structuralSharing: false,
    gcTime: 0,
  });
  const failed: ProjectPair = { state: isGone(failureOf(error)) ? "gone" : "failed" };
  return { pair: data ?? (error && !isFetching ? failed : { state: "loading" }), reload: () => void refetch() };
}
