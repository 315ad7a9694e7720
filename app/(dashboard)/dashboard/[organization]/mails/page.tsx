import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/mails/route';
import { MailsPage } from '@/components/mails/mails-page';
import { listMails } from '@/lib/resources/mails/contract';

export default listRoute(MailsPage, listMails, GET);
