import { expect, it } from 'vitest';
import { nextStep } from '@/components/mails/texts';

const TRY_LATER = '451 Try again later';

it.each([
  ['queued', null, null, null],
  ['queued', null, TRY_LATER, 'We keep trying for up to a day.'],
  ['sent', null, '250 OK', null],
  ['kept', 'suppressed', null, 'Correct the address, then resend.'],
  ['kept', 'customer_deleted', null, null],
  ['failed', null, '550 No such user', expect.stringContaining('resend')],
] as const)('says what is next of a mail that is %s (%s, %s)', (status, reason, response, next) => {
  expect(nextStep({ status, reason, response })).toEqual(next);
});
