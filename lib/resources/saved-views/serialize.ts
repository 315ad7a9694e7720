import { scalarsOf } from '@/lib/api/scalars';
import { SavedView } from '@/lib/resources/saved-views/schema';

/** A view as the API prints it. */
export const serializeSavedView = scalarsOf('SavedView', SavedView);
