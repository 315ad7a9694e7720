import { MailSettings } from '@/components/settings/mail-settings';

export default function Page() {
  return <MailSettings />;
}
