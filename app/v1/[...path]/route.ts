import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { ApiError } from '@/lib/contract/errors';

/** What the API does not have is JSON as well (docs/contract/conventions.md#paths). */
async function missing(request: Request): Promise<Response> {
  const requestId = requestIdOf(request);
  const error = new ApiError('ResourceNotFound', 'Nothing exists at this path.');
  const response = errorResponse(error, undefined, requestId);
  response.headers.set('X-Request-Id', requestId);
  return response;
}

export {
  missing as DELETE,
  missing as GET,
  missing as HEAD,
  missing as OPTIONS,
  missing as PATCH,
  missing as POST,
  missing as PUT,
};
