import { DECLINED, DECLINES } from '@/lib/resources/mails/templates/texts';

/** Why a payment failed, in words, by the processor's code. */
export function reasonOf(code: string | null): string {
  return DECLINES[code ?? ''] ?? DECLINED;
}
