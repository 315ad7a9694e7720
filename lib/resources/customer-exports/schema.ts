import { z } from 'zod';
import { CustomerAdvertisement } from '@/lib/resources/advertisements/schema';
import { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import { CustomerPortalCustomer } from '@/lib/resources/customers/schema';
import { LicenseKey } from '@/lib/resources/license-keys/schema';
import { LinkedAccount } from '@/lib/resources/linked-accounts/schema';
import { CustomerOrder } from '@/lib/resources/orders/schema';
import { CustomerPayment } from '@/lib/resources/payments/schema';
import { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** What the seller holds of a customer, as the portal's own operations print it. */
export const CustomerPortalExport = z
  .object({
    customer: CustomerPortalCustomer,
    orders: z.array(CustomerOrder),
    payments: z.array(CustomerPayment),
    subscriptions: z.array(CustomerSubscription),
    license_keys: z.array(LicenseKey),
    benefit_grants: z.array(CustomerBenefitGrant),
    oauth_accounts: z.array(LinkedAccount),
    advertisements: z.array(CustomerAdvertisement),
  })
  .meta({ id: 'CustomerPortalExport' });
export type CustomerPortalExport = z.infer<typeof CustomerPortalExport>;
