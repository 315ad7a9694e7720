import { KeyRound } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const licenseKeys: Look<'license_keys'> = {
  icon: KeyRound,
  label: 'License key',
  noun: 'key',
};
