import { implement } from '@/lib/resources/implement';
import { getMailSettings } from '@/lib/resources/mails/contract';
import * as service from '@/lib/resources/mails/service';

export const GET = implement(getMailSettings, async () => service.settings());
