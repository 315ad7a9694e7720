/** What a subscription costs until now, above the prices that it can move to. */
export function CurrentPrice({ label, price }: { label: string; price: string }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-sunken px-3 py-2">
      <span className="text-muted">{label}</span>
      <span className="font-medium wrap-anywhere">{price}</span>
    </p>
  );
}
