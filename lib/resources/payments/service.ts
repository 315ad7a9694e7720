import { listAndExport } from '@/lib/api/list';
import * as repository from '@/lib/resources/payments/repository';
import { serializePayment } from '@/lib/resources/payments/serialize';

export const { listAll, exportAll } = listAndExport(repository.list, serializePayment);
