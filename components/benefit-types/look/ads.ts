import { Megaphone } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const ads: Look<'ads'> = { icon: Megaphone, label: 'Advertisement', noun: 'grant' };
