import { Ban, CirclePause, KeyRound, TimerOff } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { LicenseKey, LicenseKeyStatus } from '@/lib/license-keys/schema';

export const LICENSE_KEY_STATUS: Record<LicenseKeyStatus, Status> = {
  granted: { tone: 'ok', icon: KeyRound, label: 'Granted' },
  disabled: { tone: 'warn', icon: CirclePause, label: 'Disabled' },
  revoked: { tone: 'bad', icon: Ban, label: 'Revoked' },
};

const EXPIRED: Status = { tone: 'idle', icon: TimerOff, label: 'Expired' };

/** The state of a key; expiry makes it unusable without changing its status. */
export function licenseKeyStatus({
  status,
  expires_at,
}: Pick<LicenseKey, 'status' | 'expires_at'>): Status {
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return status === 'granted' && isOver ? EXPIRED : LICENSE_KEY_STATUS[status];
}
