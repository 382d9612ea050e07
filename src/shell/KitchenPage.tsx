export function KitchenPage() {
  return <p>…</p>;
}
