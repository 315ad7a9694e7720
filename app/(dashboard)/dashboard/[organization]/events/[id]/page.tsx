import { pageRoute } from '@/app/(dashboard)/routes';
import { EventPage } from '@/components/events/event-page';

export default pageRoute(EventPage);
