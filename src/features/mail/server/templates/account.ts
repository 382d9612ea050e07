import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { button, type Letter, mailPage } from "./layout.ts";

const texts = {
  en: {
    greeting: "Hello,",
    reset: {
      subject: "Set a new password for Pioneer",
      lead: "Someone asked to set a new password for the Pioneer account with this email address. The link works once, for 30 minutes.",
      action: "Set a new password",
      why: "If that wasn't you, you can ignore this message. Your password stays as it is.",
    },
    verify: {
      subject: "Confirm your email address for Pioneer",
      lead: "Confirm that this email address is yours. The link works once, for 24 hours.",
      action: "Confirm email address",
      why: "Open the link where you're signed in to that account. You're getting this because an account was created with this address. If that wasn't you, you can ignore this message.",
    },
    email: {
      subject: "Confirm your new email address for Pioneer",
      lead: "Confirm that this email address is yours. From then on you sign in with it. The link works once, for 24 hours.",
      action: "Confirm email address",
      why: "You're getting this because someone wants to use this address for their Pioneer account. If that wasn't you, you can ignore this message.",
    },
    signIn: {
      subject: "Your sign-in link for Pioneer",
      lead: "Someone asked for a link to sign in to the Pioneer account with this email address. The link works once, for 30 minutes.",
      action: "Sign in",
      why: "If that wasn't you, you can ignore this message. No one can sign in without this link.",
    },
    emailAsked: {
      subject: "A new email address for your Pioneer account",
      lead: "Someone signed in to your Pioneer account asked to change its email address. The change takes effect once the new address is confirmed.",
      action: "Sign in",
      why: "If that wasn't you, change your password right away. That also cancels the change.",
    },
    emailChanged: {
      subject: "The email address of your Pioneer account was changed",
      lead: "Your Pioneer account now has a new email address. You can no longer sign in with this one.",
      action: "Sign in",
      why: "If that wasn't you, reply to this message or contact the operator of this installation.",
    },
    twoFactorOn: {
      subject: "Two-factor sign-in is on for Pioneer",
      lead: "Signing in to your Pioneer account now also needs a code from your authenticator app.",
      action: "Sign in",
      why: "If that wasn't you, change your password right away and contact the operator of this installation.",
    },
    twoFactorOff: {
      subject: "Two-factor sign-in is off for Pioneer",
      lead: "Signing in to your Pioneer account no longer needs a code from your authenticator app.",
      action: "Sign in",
      why: "If that wasn't you, change your password right away and turn it on again.",
    },
    providerLinked: {
      subject: "A new way to sign in to Pioneer",
      lead: "Someone can now sign in to your Pioneer account with an account at another service, such as Google or Microsoft. You'll see which one in the settings.",
      action: "Sign in",
      why: "If that wasn't you, disconnect it in the settings and change your password right away.",
    },
    providerUnlinked: {
      subject: "A way to sign in to Pioneer was removed",
      lead: "You can no longer sign in to your Pioneer account with an account at another service, such as Google or Microsoft.",
      action: "Sign in",
      why: "If that wasn't you, change your password right away.",
    },
    passkeyAdded: {
      subject: "A passkey was added to your Pioneer account",
      lead: "You can now sign in to your Pioneer account with a new passkey. You'll find its name in the settings.",
      action: "Sign in",
      why: "If that wasn't you, remove the passkey in the settings and change your password right away.",
    },
    passkeyRemoved: {
      subject: "A passkey was removed from your Pioneer account",
      lead: "You can no longer sign in to your Pioneer account with one of your passkeys.",
      action: "Sign in",
      why: "If that wasn't you, change your password right away.",
    },
    passwordReset: {
      subject: "Your Pioneer password was changed",
      lead: "The password of your Pioneer account was changed with a link sent to this address. All devices were signed out, and calendar subscriptions ended.",
      action: "Sign in",
      why: "If that wasn't you, set a new password right away and check who can read your email.",
    },
    passwordResetOthersKept: {
      subject: "Your Pioneer password was changed",
      lead: "The password of your Pioneer account was changed with a link sent to this address. All devices were signed out, and calendar subscriptions ended. Your passkeys and connected accounts still work: check in the settings that they're all yours.",
      action: "Sign in",
      why: "If that wasn't you, set a new password right away, remove all passkeys and connected accounts as you do, and check who can read your email.",
    },
    waysRemoved: {
      subject: "Earlier ways to sign in to Pioneer were removed",
      lead: "You signed in with a link to an account whose email address wasn't confirmed. Anyone could have created that account, so its password, passkeys and connected accounts were removed. Set up the ones you want in the settings.",
      action: "Sign in",
      why: "If that wasn't you, check who can read your email.",
    },
    passwordChanged: {
      subject: "Your Pioneer password was changed",
      lead: "The password of your Pioneer account was changed in the settings. All other devices were signed out.",
      action: "Sign in",
      why: 'If that wasn\'t you, set a new password right away with "Forgot password?" on the sign-in page.',
    },
  },
  de: {
    greeting: "Guten Tag,",
    reset: {
      subject: "Neues Passwort für Pioneer festlegen",
      lead: "Jemand möchte für das Pioneer-Konto mit dieser E-Mail-Adresse ein neues Passwort festlegen. Der Link gilt einmal und 30 Minuten lang.",
      action: "Neues Passwort festlegen",
      why: "Waren Sie das nicht, können Sie diese Nachricht ignorieren. Ihr Passwort bleibt, wie es ist.",
    },
    verify: {
      subject: "E-Mail-Adresse für Pioneer bestätigen",
      lead: "Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Der Link gilt einmal und 24 Stunden lang.",
      action: "E-Mail-Adresse bestätigen",
      why: "Öffnen Sie den Link dort, wo Sie bei diesem Konto angemeldet sind. Sie bekommen diese Nachricht, weil mit dieser Adresse ein Konto angelegt wurde. Waren Sie das nicht, können Sie sie ignorieren.",
    },
    email: {
      subject: "Neue E-Mail-Adresse für Pioneer bestätigen",
      lead: "Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Danach melden Sie sich mit ihr an. Der Link gilt einmal und 24 Stunden lang.",
      action: "E-Mail-Adresse bestätigen",
      why: "Sie bekommen diese Nachricht, weil jemand diese Adresse für ein Pioneer-Konto verwenden möchte. Waren Sie das nicht, können Sie sie ignorieren.",
    },
    signIn: {
      subject: "Ihr Anmeldelink für Pioneer",
      lead: "Jemand möchte sich mit einem Link beim Pioneer-Konto mit dieser E-Mail-Adresse anmelden. Der Link gilt einmal und 30 Minuten lang.",
      action: "Anmelden",
      why: "Waren Sie das nicht, können Sie diese Nachricht ignorieren. Ohne diesen Link kann sich niemand anmelden.",
    },
    emailAsked: {
      subject: "Neue E-Mail-Adresse für Ihr Pioneer-Konto",
      lead: "Jemand, der bei Ihrem Pioneer-Konto angemeldet ist, möchte dessen E-Mail-Adresse ändern. Die Änderung gilt, sobald die neue Adresse bestätigt ist.",
      action: "Anmelden",
      why: "Waren Sie das nicht, ändern Sie sofort Ihr Passwort. Damit ist auch die Änderung abgebrochen.",
    },
    emailChanged: {
      subject: "Die E-Mail-Adresse Ihres Pioneer-Kontos wurde geändert",
      lead: "Ihr Pioneer-Konto hat jetzt eine neue E-Mail-Adresse. Mit dieser hier kann man sich nicht mehr anmelden.",
      action: "Anmelden",
      why: "Waren Sie das nicht, antworten Sie auf diese Nachricht oder wenden Sie sich an den Betreiber dieser Installation.",
    },
    twoFactorOn: {
      subject: "Anmeldung bei Pioneer in zwei Schritten",
      lead: "Die Anmeldung bei Ihrem Pioneer-Konto braucht jetzt auch einen Code Ihrer Authenticator-App.",
      action: "Anmelden",
      why: "Waren Sie das nicht, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Betreiber dieser Installation.",
    },
    twoFactorOff: {
      subject: "Anmeldung bei Pioneer wieder in einem Schritt",
      lead: "Die Anmeldung bei Ihrem Pioneer-Konto braucht keinen Code Ihrer Authenticator-App mehr.",
      action: "Anmelden",
      why: "Waren Sie das nicht, ändern Sie sofort Ihr Passwort und schalten Sie den zweiten Schritt wieder ein.",
    },
    providerLinked: {
      subject: "Neuer Weg zur Anmeldung bei Pioneer",
      lead: "Bei Ihrem Pioneer-Konto kann man sich jetzt auch mit einem Konto bei einem anderen Dienst anmelden, zum Beispiel Google oder Microsoft. Welches es ist, sehen Sie in den Einstellungen.",
      action: "Anmelden",
      why: "Waren Sie das nicht, trennen Sie es in den Einstellungen und ändern Sie sofort Ihr Passwort.",
    },
    providerUnlinked: {
      subject: "Ein Weg zur Anmeldung bei Pioneer wurde entfernt",
      lead: "Mit einem Konto bei einem anderen Dienst, zum Beispiel Google oder Microsoft, kann man sich nicht mehr bei Ihrem Pioneer-Konto anmelden.",
      action: "Anmelden",
      why: "Waren Sie das nicht, ändern Sie sofort Ihr Passwort.",
    },
    passkeyAdded: {
      subject: "Neuer Passkey für Ihr Pioneer-Konto",
      lead: "Bei Ihrem Pioneer-Konto können Sie sich jetzt mit einem neuen Passkey anmelden. Seinen Namen sehen Sie in den Einstellungen.",
      action: "Anmelden",
      why: "Waren Sie das nicht, entfernen Sie den Passkey in den Einstellungen und ändern Sie sofort Ihr Passwort.",
    },
    passkeyRemoved: {
      subject: "Ein Passkey Ihres Pioneer-Kontos wurde entfernt",
      lead: "Mit einem Ihrer Passkeys kann man sich nicht mehr bei Ihrem Pioneer-Konto anmelden.",
      action: "Anmelden",
      why: "Waren Sie das nicht, ändern Sie sofort Ihr Passwort.",
    },
    passwordReset: {
      subject: "Ihr Pioneer-Passwort wurde geändert",
      lead: "Das Passwort Ihres Pioneer-Kontos wurde mit einem Link geändert, der an diese Adresse ging. Alle Geräte wurden abgemeldet, Kalender-Abos sind beendet.",
      action: "Anmelden",
      why: "Waren Sie das nicht, legen Sie sofort ein neues Passwort fest und prüfen Sie, wer Ihre E-Mails lesen kann.",
    },
    passwordResetOthersKept: {
      subject: "Ihr Pioneer-Passwort wurde geändert",
      lead: "Das Passwort Ihres Pioneer-Kontos wurde mit einem Link geändert, der an diese Adresse ging. Alle Geräte wurden abgemeldet, Kalender-Abos sind beendet. Ihre Passkeys und verbundenen Konten gelten weiterhin: Prüfen Sie in den Einstellungen, ob alle Ihnen gehören.",
      action: "Anmelden",
      why: "Waren Sie das nicht, legen Sie sofort ein neues Passwort fest, entfernen Sie dabei Passkeys und verbundene Konten und prüfen Sie, wer Ihre E-Mails lesen kann.",
    },
    waysRemoved: {
      subject: "Frühere Wege zur Anmeldung bei Pioneer wurden entfernt",
      lead: "Sie haben sich mit einem Link bei einem Konto angemeldet, dessen E-Mail-Adresse nicht bestätigt war. Ein solches Konto hätte jeder anlegen können. Deshalb wurden sein Passwort, seine Passkeys und verbundenen Konten entfernt. Richten Sie in den Einstellungen ein, was Sie davon nutzen möchten.",
      action: "Anmelden",
      why: "Waren Sie das nicht, prüfen Sie, wer Ihre E-Mails lesen kann.",
    },
    passwordChanged: {
      subject: "Ihr Pioneer-Passwort wurde geändert",
      lead: "Das Passwort Ihres Pioneer-Kontos wurde in den Einstellungen geändert. Alle anderen Geräte wurden abgemeldet.",
      action: "Anmelden",
      why: "Waren Sie das nicht, legen Sie sofort ein neues Passwort fest: auf der Anmeldeseite mit „Passwort vergessen?“.",
    },
  },
} as const;

export type AccountLetter = keyof Omit<(typeof texts)["en"], "greeting">;

/**
 * A mail about an account. None of the person's own words is in it: whoever registers with a stranger's address could
 * make this installation say them.
 * @param address where its button leads
 */
export async function accountLetter(kind: AccountLetter, address: string, language: AppLanguage): Promise<Letter> {
  const { greeting, [kind]: t } = texts[language];
  return {
    subject: t.subject,
    text: `${greeting}\n\n${t.lead}\n\n${t.action}:\n${address}\n\n--\n${t.why}\n`,
    html: await mailPage(
      language,
      html`<p>${greeting}</p>
        <p>${t.lead}</p>
        ${button(address, t.action)}`,
      t.why,
    ),
  };
}
