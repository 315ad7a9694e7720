import type { Customer } from '@/lib/resources/customers/schema';

/** The name of a customer, or the address of one who has given none. */
export function customerName({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name ?? email;
}
