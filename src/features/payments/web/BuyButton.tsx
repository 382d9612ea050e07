import { Button, type ButtonProps } from "#src/ui/Button.tsx";
import type { useBuy } from "./useBuy.ts";

interface BuyButtonProps extends Pick<ButtonProps, "variant"> {
  /** Id of a pack or plan. */
  item: string;
  label: string;
  /** What readers of a screen hear: what is bought, too. */
  name: string;
  purchase: ReturnType<typeof useBuy>;
}

/** Begins to buy a pack or a plan, and is busy until the page of the payment opens. */
export function BuyButton({ item, label, name, purchase: { busy, buy }, variant = "outline" }: BuyButtonProps) {
  return (
    <Button
      size="small"
      variant={variant}
      busy={busy === item}
      busyLabel={label}
      aria-label={name}
      onClick={() => buy(item)}
    >
      {label}
    </Button>
  );
}
