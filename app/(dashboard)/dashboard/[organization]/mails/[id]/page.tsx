import { pageRoute } from '@/app/(dashboard)/routes';
import { MailPage } from '@/components/mails/mail-page';

export default pageRoute(MailPage);
