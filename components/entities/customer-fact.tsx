import { CustomerLink } from '@/components/entities/customer-link';
import type { Customer } from '@/lib/resources/customers/schema';

/** Who it belongs to: the name with the e-mail address below, or the address alone. */
export function CustomerFact({
  customer: { id, name, email },
}: {
  customer: Pick<Customer, 'id' | 'name' | 'email'>;
}) {
  return (
    <span className="flex flex-col">
      <CustomerLink id={id}>{name ?? email}</CustomerLink>
      {name && <span className="text-muted">{email}</span>}
    </span>
  );
}
