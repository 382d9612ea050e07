import { ProductError } from "#src/kit/errors.ts";
import { type StripeEvent, stripeEvent } from "./stripeEvent.ts";

/** Seconds by which an event may be older than its arrival; Stripe signs each attempt anew. */
export const toleranceSeconds = 300;

const refusal = (message: string): ProductError => new ProductError("payments.error", { status: 400, message });

/** The library takes a tenth of a second to load, so that it comes with the first payment. */
export const loadStripe = async () => (await import("stripe")).default;

/**
 * An event whose signature proves where it comes from.
 * @param secret of the webhook
 * @throws ProductError 400 `payments.error`
 */
export async function readSigned(body: string, signature: string | null, secret: string): Promise<StripeEvent> {
  const Stripe = await loadStripe();
  try {
    Stripe.webhooks.constructEvent(body, signature ?? "", secret, toleranceSeconds);
  } catch {
    throw refusal("The signature of this event is not right");
  }
  const read = stripeEvent.safeParse(JSON.parse(body));
  if (!read.success) throw refusal("This is not an event");
  return read.data;
}
