import { implement } from '@/lib/resources/implement';
import { resendMail } from '@/lib/resources/mails/contract';
import * as workflow from '@/lib/workflows/resend-mail';

export const POST = implement(resendMail, ({ scope, params }) =>
  workflow.resendMail(scope, params.id),
);
