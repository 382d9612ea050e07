import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { StandalonePage } from "./StandalonePage.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { NotFoundRegion } from "./NotFoundRegion.tsx";
import { AuthenticatedShell } from "./AuthenticatedPages.tsx";
import { paths } from "#src/ui/client/paths.ts";
import { SkeletonDocument, SkeletonRows } from "#src/ui/Skeleton.tsx";
import { TooltipProvider } from "#src/ui/Tooltip.tsx";

// Each on its own: the legal pages bring a reader of Markdown, the examples bring documents.
const LegalPage = lazy(() =>
  import("#src/features/legal/web/LegalPage.tsx").then((part) => ({ default: part.LegalPage })),
);
const ExamplePage = lazy(() =>
  import("#src/features/workflows/web/ExamplePage.tsx").then((part) => ({ default: part.ExamplePage })),
);

/** Pages that are open to everybody: terms, privacy, and the example results. */
export function PublicRoute() {
  const session = useSession();
  const { pathname } = useLocation();
  const { key } = useParams({ strict: false });
  if (session.status === "loading") return null;
  const isSignedIn = session.status === "authenticated";
  if (key !== undefined) {
    const card = cards.find((one) => one.key === key);
    if (!card) return <NotFoundRegion />;
    return isSignedIn ? <ToOwnExample card={card} /> : <VisitorExample card={card} />;
  }
  const page = (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <LegalPage page={pathname.endsWith(paths.terms) ? "terms" : "privacy"} />
    </Suspense>
  );
  return isSignedIn ? <AuthenticatedShell>{page}</AuthenticatedShell> : <StandalonePage>{page}</StandalonePage>;
}

/** Once, not with each rendering: the page that it leads to takes a moment to come. */
function ToOwnExample({ card }: { card: WorkflowCard }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: formPathOf(card), search: { example: true }, replace: true });
  }, [navigate, card]);
  return null;
}

function VisitorExample({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["catalogue", "workflows", "common"]);
  const title = `${t(card.localeKey)}: ${t("example.title")}`;
  useEffect(() => {
    document.title = `${title} · ${t("common:product")}`;
  }, [title, t]);
  return (
    <StandalonePage>
      <TooltipProvider>
        <Suspense fallback={<SkeletonDocument />}>
          <ExamplePage card={card} isVisitor />
        </Suspense>
      </TooltipProvider>
    </StandalonePage>
  );
}
