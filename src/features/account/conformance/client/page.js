import { SessionProvider, signIn, signOut, useSession } from "next-auth/react";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

/** The stock client and nothing of ours: what it shows is what the server taught it. */
function Page() {
  const { data, status } = useSession();
  const [outcome, setOutcome] = useState("");
  const onSubmit = async (event) => {
    event.preventDefault();
    setOutcome("");
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setOutcome(JSON.stringify(await signIn("credentials", { ...fields, redirect: false, callbackUrl: "/?after" })));
  };
  return h(
    "main",
    null,
    h("p", { id: "status" }, status),
    h("p", { id: "email" }, data?.user?.email ?? ""),
    h("p", { id: "outcome" }, outcome),
    h(
      "form",
      { onSubmit },
      h("input", { name: "email", id: "address" }),
      h("input", { name: "password", id: "password", type: "password" }),
      h("button", { id: "sign-in" }, "sign in"),
    ),
    h("button", { id: "sign-out", onClick: () => signOut({ redirect: false }) }, "sign out"),
    h("button", { id: "sign-out-and-leave", onClick: () => signOut({ callbackUrl: "/?left" }) }, "sign out and leave"),
    h("button", { id: "sign-in-page", onClick: () => signIn() }, "to the page"),
  );
}

createRoot(document.getElementById("root")).render(h(SessionProvider, null, h(Page)));
