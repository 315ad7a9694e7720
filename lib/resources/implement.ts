import { createImplementExport } from '@/lib/api/export';
import { createImplement } from '@/lib/api/implement';
import { createImplementStream } from '@/lib/api/stream';
import { authenticate } from '@/lib/auth/authenticate';
import { findZone } from '@/lib/resources/organizations/service';

/** Makes the route handler of an operation from its contract and its function. */
export const implement = createImplement(authenticate);

/** The same for an export, whose function answers its rows in batches. */
export const implementExport = createImplementExport(implement, findZone);

/** The same for a stream of server-sent events. */
export const implementStream = createImplementStream(implement, authenticate);
