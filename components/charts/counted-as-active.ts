import { writeSearch } from '@/lib/contract/search';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';

/** The search of the list of what the figure "Active subscriptions" counts now (docs/contract/metrics.md#figures). */
export const COUNTED_AS_ACTIVE = writeSearch({ status: [...RUNNING_STATUSES] });
