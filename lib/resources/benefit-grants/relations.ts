import { customerRows } from '@/lib/database/query/customer';
import { soldInCheckout } from '@/lib/resources/customers/relations';

/** Which grants `t` a calling customer may see. */
export const GRANTS_OF_BUYER = customerRows('t.customer_id', (id) => soldInCheckout('t', id));
