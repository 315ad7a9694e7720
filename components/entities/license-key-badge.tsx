'use client';

import { licenseKeyStatus } from '@/components/entities/license-key-status';
import { Badge } from '@/components/ui/badge';
import { useNow } from '@/components/ui/time';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** The state of a key, by the organization's time. */
export function LicenseKeyBadge({ licenseKey }: { licenseKey: LicenseKey }) {
  return <Badge status={licenseKeyStatus(licenseKey, useNow())} />;
}
