import { SignInPage } from "#src/features/account/web/SignInPage.tsx";
import { ShellFoot } from "./ShellFoot.tsx";

/** Sign-in with the foot below it: the legal pages can be read before anybody signs up. */
export function SignInRoute() {
  return (
    <div className="foot-below">
      <SignInPage />
      <ShellFoot />
    </div>
  );
}
