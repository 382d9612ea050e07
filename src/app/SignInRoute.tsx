import { linkModes, LinkPage } from "#src/features/account/web/LinkPages.tsx";
import { SignInPage } from "#src/features/account/web/SignInPage.tsx";
import { ShellFoot } from "./ShellFoot.tsx";

/** Sign-in with the foot below it: the legal pages can be read before anybody signs up. */
export function SignInRoute() {
  const asked = new URLSearchParams(location.search).get("mode");
  const mode = linkModes.find((one) => one === asked);
  return mode ? <LinkPage mode={mode} foot={<ShellFoot />} /> : <SignInPage foot={<ShellFoot />} />;
}
