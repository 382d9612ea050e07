import { linkModeOf } from "#src/features/account/web/linkModes.ts";
import { SignInPage } from "#src/features/account/web/SignInPage.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { ShellFoot } from "./ShellFoot.tsx";

/** The pages of links are opened by few: who signs in loads none of them. */
const LinkPage = lazyOptional(() => import("#src/features/account/web/LinkPages.tsx").then((part) => part.LinkPage));

/** Sign-in with the foot below it: the legal pages can be read before anybody signs up. */
export function SignInRoute() {
  const mode = linkModeOf(location.search);
  return mode ? <LinkPage mode={mode} foot={<ShellFoot />} /> : <SignInPage foot={<ShellFoot />} />;
}
