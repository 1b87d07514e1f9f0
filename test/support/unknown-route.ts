import { errorDocUrl, routeNotFound } from '#shared/api/problems';

/** The body of the response to a path that the stack at `baseUrl` does not have. */
export function unknownRouteBody(baseUrl: string, requestId: string | null) {
  const { code, reason, message } = routeNotFound();
  return { success: false, code, reason, message, requestId, docUrl: errorDocUrl(baseUrl, code) };
}
