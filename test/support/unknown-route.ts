import { errorDocUrl, routeNotFound } from '#shared/api/problems';

/** Returns the body of the response to an unknown path. */
export function unknownRouteBody(baseUrl: string, requestId: string | null) {
  const { code, reason, message } = routeNotFound();
  return { success: false, code, reason, message, requestId, docUrl: errorDocUrl(baseUrl, code) };
}
