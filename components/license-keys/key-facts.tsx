'use client';

import { CustomerFact } from '@/components/entities/customer-fact';
import { BenefitName } from '@/components/license-keys/benefit-name';
import { KeySubscription, useGrantOf } from '@/components/license-keys/key-source';
import { EntityLink } from '@/components/shell/entity-link';
import { Facts } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** Whose the key is, what it came from, and how it has been used. */
export function KeyFacts({ licenseKey }: { licenseKey: LicenseKey }) {
  const { customer, benefit_id, validations } = licenseKey;
  const { grant, isPending } = useGrantOf(licenseKey);
  return (
    <Section title="License">
      <Facts
        facts={[
          ['Customer', <CustomerFact key="customer" customer={customer} />],
          [
            'Benefit',
            <EntityLink key="benefit" section="benefits" id={benefit_id}>
              <BenefitName id={benefit_id} />
            </EntityLink>,
          ],
          isPending && ['Comes from', <Skeleton key="source" className="w-32" />],
          grant?.subscription_id != null && [
            'Valid while active',
            <KeySubscription key="subscription" id={grant.subscription_id} />,
          ],
          grant?.order_id != null && [
            'Bought with',
            <EntityLink key="order" section="orders" id={grant.order_id}>
              <span className="font-mono text-xs">{shortId(grant.order_id)}</span>
            </EntityLink>,
          ],
          ['Validations', formatCount(validations)],
          [
            'Last validated',
            <Time key="validated" value={licenseKey.last_validated_at} empty="Never" />,
          ],
          ['Issued', <Time key="issued" value={licenseKey.created_at} show="datetime" />],
          licenseKey.modified_at !== null && [
            'Changed',
            <Time key="modified" value={licenseKey.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
