import { implement } from '@/lib/resources/implement';
import { searchRecords } from '@/lib/resources/search/contract';
import { search } from '@/lib/resources/search/service';

export const GET = implement(searchRecords, ({ scope, query }) => search(scope, query));
