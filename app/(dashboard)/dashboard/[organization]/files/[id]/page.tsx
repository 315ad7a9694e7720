import { FilePage } from '@/components/files/file-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <FilePage id={(await params).id} />;
}
