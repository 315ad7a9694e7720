import { customerRows } from '@/lib/database/query/customer';
import { soldInCheckout } from '@/lib/resources/orders/relations';

/** Which grants `t` a calling customer may see. */
export const customerGrants = customerRows('t.customer_id', (id) => soldInCheckout('t', id));
