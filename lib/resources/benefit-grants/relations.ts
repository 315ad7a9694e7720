import { customerRows } from '@/lib/database/query/customer';
import { soldInCheckout } from '@/lib/resources/sales/relations';

/** Which grants `t` a calling customer may see. */
export const customerGrants = customerRows('t.customer_id', (id) => soldInCheckout('t', id));
