import { createImplementExport } from '@/lib/api/export';
import { createImplement } from '@/lib/api/implement';
import { createImplementStream } from '@/lib/api/stream';
import { authenticate } from '@/lib/auth/authenticate';
import { audit } from '@/lib/resources/audited';
import { findZone } from '@/lib/resources/organizations/service';
import { noteAnswer } from '@/lib/resources/request-logs/service';

/** Makes the route handler of an operation from its contract and its function. */
export const implement = createImplement(authenticate, noteAnswer, audit);

/** The same for an export, whose function answers its rows in batches. */
export const implementExport = createImplementExport(implement, findZone, audit);

/** The same for a stream of server-sent events. */
export const implementStream = createImplementStream(implement, authenticate);
