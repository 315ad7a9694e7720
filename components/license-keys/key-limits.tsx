'use client';

import { Meter, Used } from '@/components/license-keys/counts';
import { LABELS, LIMITS, NEVER } from '@/components/license-keys/texts';
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
      title={LIMITS.title}
      aside={
        <Button size="small" onClick={onEdit}>
          {LIMITS.edit}
        </Button>
      }
    >
      <Facts
        facts={[
          [
            LABELS.activations,
            limit_activations === null ? (
              <span key="activations" className="text-muted">
                {LIMITS.none}
              </span>
            ) : (
              <Limit key="activations" used={activations_count} limit={limit_activations} />
            ),
          ],
          [LABELS.usage, <Limit key="usage" used={usage} limit={limit_usage} />],
          [LABELS.expires, <Time key="expires" value={expires_at} show="datetime" empty={NEVER} />],
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
        <span className="text-muted">{LIMITS.unlimited}</span>
      ) : (
        <Meter used={used} limit={limit} />
      )}
    </>
  );
}
