import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import { GRANTS } from '@/components/benefits/texts';
import type { Status } from '@/components/ui/badge';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';

const GRANTED: Status = { tone: 'ok', icon: CircleCheck, label: GRANTS.granted };
const REVOKED: Status = { tone: 'idle', icon: Ban, label: GRANTS.revoked };
const FAILED: Status = {
  tone: 'warn',
  icon: TriangleAlert,
  label: GRANTS.failed,
  needsAction: true,
};

export function grantStatus({ is_granted, error }: BenefitGrant): Status {
  if (!is_granted) return REVOKED;
  return error ? FAILED : GRANTED;
}
