import { addressLines } from '@/lib/contract/addresses';
import type { Address } from '@/lib/contract/fields';

/** A postal address, one line each. */
export function AddressLines({ address }: { address: Address }) {
  return (
    <span className="flex flex-col">
      {addressLines(address).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
