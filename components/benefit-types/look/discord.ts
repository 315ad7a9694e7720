import { MessagesSquare } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const discord: Look<'discord'> = {
  icon: MessagesSquare,
  label: 'Discord role',
  noun: 'grant',
  connection: { platform: 'discord', nameOf: ({ guild_id }) => guild_id },
};
