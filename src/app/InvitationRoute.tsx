import { InvitationPage } from "#src/features/sharing/web/InvitationPage.tsx";
import { StandalonePage } from "./StandalonePage.tsx";

/** What the link in an invitation opens; the same for somebody who happens to be signed in. */
export function InvitationRoute() {
  return (
    <StandalonePage>
      <InvitationPage />
    </StandalonePage>
  );
}
