import { BadgeCheck } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const custom: Look<'custom'> = { icon: BadgeCheck, label: 'Custom', noun: 'grant' };
