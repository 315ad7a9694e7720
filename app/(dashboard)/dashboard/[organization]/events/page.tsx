import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/events/route';
import { EventsPage } from '@/components/events/events-page';
import { listEvents } from '@/lib/resources/events/contract';

export default listRoute(EventsPage, listEvents, GET);
