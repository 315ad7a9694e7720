import * as service from '@/lib/resources/event-streams/service';
import { streamEvents } from '@/lib/resources/events/contract';
import { implementStream } from '@/lib/resources/implement';

export const GET = implementStream(streamEvents, service.openStream);
