import { MailPage } from '@/components/mails/mail-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <MailPage id={(await params).id} />;
}
