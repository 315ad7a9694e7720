import {
  BadgeCheck,
  Download,
  GitBranch,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
} from 'lucide-react';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';

export const BENEFIT_TYPES: Record<BenefitType, { icon: LucideIcon; label: string }> = {
  license_keys: { icon: KeyRound, label: 'License key' },
  downloadables: { icon: Download, label: 'Downloads' },
  custom: { icon: BadgeCheck, label: 'Custom' },
  github_repository: { icon: GitBranch, label: 'Repository access' },
  discord: { icon: MessagesSquare, label: 'Discord role' },
  ads: { icon: Megaphone, label: 'Advertisement' },
};

/** Whether a benefit promises downloads and has none: no file, or only archived ones. */
export function hasNothingToDownload(benefit: Pick<Benefit, 'type' | 'properties'>): boolean {
  if (benefit.type !== 'downloadables' || !('files' in benefit.properties)) return false;
  const { files, archived } = benefit.properties;
  return files.every((id) => archived[id]);
}
