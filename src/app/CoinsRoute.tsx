import { CoinsPage } from "#src/features/coins/web/CoinsPage.tsx";
import { ReturnedOrder } from "#src/features/payments/web/ReturnedOrder.tsx";
import { Sale } from "#src/features/payments/web/Sale.tsx";
import { SaleAside } from "#src/features/payments/web/SaleAside.tsx";
import { TestBanner } from "#src/features/payments/web/TestBanner.tsx";

/** Coins: what is there, what is sold, and every movement. */
export function CoinsRoute() {
  return (
    <>
      <TestBanner />
      <CoinsPage notice={<ReturnedOrder />} sale={<Sale />} saleAside={<SaleAside />} />
    </>
  );
}
