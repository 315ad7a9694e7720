'use client';

import { AccountForm, CONNECTED } from '@/components/portal/account-form';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwn } from '@/components/portal/portal';
import { HOME, WHAT } from '@/components/portal/texts';
import { Section } from '@/components/ui/section';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';

/** The customer's accounts with outside services: one form each, whatever number of benefits is for it. */
export function Connections() {
  const enabled = useMayChange();
  const query = { type: CONNECTED, is_granted: true, limit: 100 };
  const grants = useOwn(listCustomerBenefitGrants, { query }, { enabled });
  // Most have none, so nothing keeps a place for them.
  if (!enabled || grants.isLoading) return null;
  return (
    <Loading of={grants} title={HOME.connections} what={WHAT.connections}>
      {({ items }) =>
        items.length > 0 && (
          <Section title={HOME.connections}>
            <div className="flex flex-col gap-6">
              {CONNECTED.map((type) => (
                <AccountForm
                  key={type}
                  grants={items.filter(({ benefit }) => benefit.type === type)}
                />
              ))}
            </div>
          </Section>
        )
      }
    </Loading>
  );
}
