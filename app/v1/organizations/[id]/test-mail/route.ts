import { implement } from '@/lib/resources/implement';
import { sendTestMail } from '@/lib/resources/mails/contract';
import * as service from '@/lib/resources/mails/service';

export const POST = implement(sendTestMail, ({ scope, params }) =>
  service.sendTest(scope, params.id),
);
