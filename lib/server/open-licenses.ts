import { errorResponse } from '@/lib/api/implement';
import { notFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { newId } from '@/lib/runtime/ids';

/** A route handler of what anybody may read of the organization in its path; errors are those of the API. */
export function openTo(answer: (organizationId: string) => Promise<Response>) {
  return async (
    _request: Request,
    { params }: { params: Promise<{ organization_id: string }> },
  ): Promise<Response> => {
    try {
      const id = Id.safeParse((await params).organization_id);
      if (!id.success) throw notFound('The organization');
      return await answer(id.data);
    } catch (error) {
      return errorResponse(error, undefined, newId());
    }
  };
}
