/** Letters and figures; a code is read as upper case, so that nobody has to mind how it is typed. */
export const couponPattern = /^[A-Z0-9]{3,40}$/;

/** A typed coupon code as it is kept; null for what cannot be one. */
export function couponCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return couponPattern.test(code) ? code : null;
}

/** What a coupon takes off; exactly one of the two is given. */
export interface Discount {
  /** Whole per cent, 1 to 100. */
  percentOff: number | null;
  /** In the smallest unit of the currency. */
  centsOff: number | null;
}

/** Cents that a discount takes off a price, never more than the price. Half a cent is rounded in the buyer's favour. */
export function discountCents({ percentOff, centsOff }: Discount, priceCents: number): number {
  const off = percentOff === null ? (centsOff ?? 0) : Math.ceil((priceCents * percentOff) / 100);
  return Math.min(priceCents, Math.max(0, off));
}

/** Cents of value added tax that a price includes, to the nearest cent. */
export const includedTax = (totalCents: number, percent: number): number =>
  Math.round((totalCents * percent) / (100 + percent));

/**
 * Coins that a purchase must give back: all of them while the bank disputes the payment, else the share of the money
 * that went back, rounded in the buyer's favour until all of it did.
 * @param order.coins coins that the purchase brought
 * @param order.totalCents what was paid; 0 for a purchase that a coupon made free
 */
export function coinsDueBack(order: {
  coins: number;
  totalCents: number;
  refundedCents: number;
  isDisputed: boolean;
}): number {
  if (order.isDisputed) return order.coins;
  if (order.totalCents <= 0 || order.refundedCents <= 0) return 0;
  const share = Math.min(order.refundedCents, order.totalCents);
  // Integers throughout: coins and cents stay far below 2^26, their product far below 2^53.
  return Math.floor((order.coins * share) / order.totalCents);
}

/**
 * Coins of an invoice for a plan: the share of its price that was invoiced, at most all of them, so that changing plans
 * back and forth within a month brings nothing.
 */
export const coinsOfChange = (coins: number, paidCents: number, priceCents: number): number =>
  priceCents <= 0 ? 0 : Math.min(coins, Math.floor((coins * Math.max(0, paidCents)) / priceCents));

/** The smallest pack with at least so many coins, else the largest; undefined without packs. */
export function smallestPackFor<Pack extends { coins: number }>(
  packs: readonly Pack[],
  missing: number,
): Pack | undefined {
  const bySize = packs.toSorted((a, b) => a.coins - b.coins);
  return bySize.find(({ coins }) => coins >= missing) ?? bySize.at(-1);
}

/** Cents of a price for one coin, to a tenth of a cent. */
export const centsPerCoin = (priceCents: number, coins: number): number => Math.round((priceCents / coins) * 10) / 10;

/** Whether a card number could be one: 12 to 19 digits whose check digit fits (ISO/IEC 7812, Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
