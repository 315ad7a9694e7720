import { Ban, CirclePause, KeyRound, TimerOff } from 'lucide-react';
import { isExpired } from '@/components/entities/license-key-validity';
import type { Status } from '@/components/ui/badge';
import type { LicenseKey, LicenseKeyStatus } from '@/lib/resources/license-keys/schema';

export const LICENSE_KEY_STATUS: Record<LicenseKeyStatus, Status> = {
  granted: { tone: 'ok', icon: KeyRound, label: 'Active' },
  disabled: { tone: 'warn', icon: CirclePause, label: 'Disabled' },
  revoked: { tone: 'bad', icon: Ban, label: 'Revoked' },
};

const EXPIRED: Status = { tone: 'idle', icon: TimerOff, label: 'Expired' };

/** The state of a key at `now`; expiry makes it unusable without changing its status. */
export function licenseKeyStatus(key: LicenseKey, now: number): Status {
  return isExpired(key, now) ? EXPIRED : LICENSE_KEY_STATUS[key.status];
}
