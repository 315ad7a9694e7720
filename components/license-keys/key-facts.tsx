'use client';

import { CustomerFact } from '@/components/entities/customer-fact';
import { OrderLink } from '@/components/entities/named-link';
import { BenefitName } from '@/components/license-keys/benefit-name';
import { KeySubscription, useGrantOf } from '@/components/license-keys/key-source';
import { FACTS, LABELS, NEVER } from '@/components/license-keys/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Facts } from '@/components/ui/detail';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { LicenseKeyWithActivations } from '@/lib/resources/license-keys/schema';

/** Whose the key is, what it came from, and how it has been used. */
export function KeyFacts({ licenseKey }: { licenseKey: LicenseKeyWithActivations }) {
  const { customer, benefit_id, validations } = licenseKey;
  const { grant, isPending } = useGrantOf(licenseKey);
  return (
    <Section title={FACTS.title}>
      <Facts
        facts={[
          [LABELS.customer, <CustomerFact key="customer" customer={customer} />],
          [
            LABELS.benefit,
            <EntityLink key="benefit" section="benefits" id={benefit_id}>
              <BenefitName id={benefit_id} />
            </EntityLink>,
          ],
          isPending && [FACTS.source, <Skeleton key="source" className="w-32" />],
          grant?.subscription_id != null && [
            FACTS.subscription,
            <KeySubscription key="subscription" id={grant.subscription_id} />,
          ],
          grant?.order_id != null && [FACTS.order, <OrderLink key="order" id={grant.order_id} />],
          [LABELS.validations, formatCount(validations)],
          [
            LABELS.lastValidated,
            <Time key="validated" value={licenseKey.last_validated_at} empty={NEVER} />,
          ],
          [LABELS.issued, <Time key="issued" value={licenseKey.created_at} show="datetime" />],
          licenseKey.former_value !== null && [
            FACTS.former,
            <span key="former">
              {FACTS.formerWorks(licenseKey.former_value.display_key)}{' '}
              <Time value={licenseKey.former_value.valid_until} show="datetime" />
            </span>,
          ],
          licenseKey.transferred_at !== null && [
            FACTS.transferred,
            <Time key="transferred" value={licenseKey.transferred_at} show="datetime" />,
          ],
          licenseKey.modified_at !== null && [
            FACTS.updated,
            <Time key="modified" value={licenseKey.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
