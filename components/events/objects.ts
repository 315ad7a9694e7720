import { shortId } from '@/components/ui/id-chip';
import { pageOfObject, textAt } from '@/lib/resources/events/rules';
import { type Event, objectOf } from '@/lib/resources/events/schema';

/** What the objects of events are called, by the first part of the event's type. */
interface EventObject {
  /** What it is. */
  noun: string;
  /** What names it in `data`, as a path; the first that is there. */
  names: readonly string[];
}

const OBJECTS: Readonly<Record<string, EventObject>> = {
  benefit: { noun: 'Benefit', names: ['description'] },
  benefit_grant: { noun: 'Benefit grant', names: ['benefit.description', 'customer.email'] },
  checkout: { noun: 'Checkout', names: ['product.name'] },
  customer: { noun: 'Customer', names: ['name', 'email'] },
  import: { noun: 'Import', names: ['file_name', 'kind'] },
  license_key: { noun: 'License key', names: ['display_key'] },
  order: { noun: 'Order', names: ['invoice_number'] },
  organization: { noun: 'Organization', names: ['name'] },
  payment: { noun: 'Payment', names: ['checkout.customer_name', 'checkout.customer_email'] },
  product: { noun: 'Product', names: ['name'] },
  refund: {
    noun: 'Refund',
    names: ['credit_note_number', 'order_invoice_number'],
  },
  subscription: { noun: 'Subscription', names: ['product.name'] },
};

/** The object of an event: its noun, its section and its name; that is its short id once the data are erased. */
export function shownObject({
  type,
  data,
  object_id,
}: Pick<Event, 'type' | 'data' | 'object_id'>): {
  noun: string;
  section: string | null;
  name: string;
} {
  const kind = objectOf(type);
  const { noun = kind, names = [] } = OBJECTS[kind] ?? {};
  const name = names.map((path) => textAt(data, path)).find((text) => text !== null);
  return { noun, section: pageOfObject(type), name: name ?? shortId(object_id) };
}

/** Whether what was in it has been erased. */
export function isErased({ data }: Pick<Event, 'data'>): boolean {
  return data.erased === true;
}
