import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/files/route';
import { FilesPage } from '@/components/files/files-page';
import { listFiles } from '@/lib/resources/files/contract';

export default listRoute(FilesPage, listFiles, GET);
