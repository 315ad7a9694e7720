'use client';

import { Meter, Used } from '@/components/license-keys/counts';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** How far the key reaches, and how much of that is used. */
export function KeyLimits({ licenseKey, onEdit }: { licenseKey: LicenseKey; onEdit: () => void }) {
  const { activations_count, limit_activations, usage, limit_usage, expires_at } = licenseKey;
  return (
    <Section
      title="Limits"
      aside={
        <Button size="small" onClick={onEdit}>
          Edit limits
        </Button>
      }
    >
      <Facts
        facts={[
          [
            'Activations',
            limit_activations === null ? (
              <span key="activations" className="text-muted">
                Cannot be activated
              </span>
            ) : (
              <Limit key="activations" used={activations_count} limit={limit_activations} />
            ),
          ],
          ['Usage', <Limit key="usage" used={usage} limit={limit_usage} />],
          ['Expires', <Time key="expires" value={expires_at} show="datetime" empty="Never" />],
        ]}
      />
    </Section>
  );
}

function Limit({ used, limit }: { used: number; limit: number | null }) {
  return (
    <>
      <Used used={used} limit={limit} />
      {limit === null ? (
        <span className="text-muted">, no limit</span>
      ) : (
        <Meter used={used} limit={limit} />
      )}
    </>
  );
}
