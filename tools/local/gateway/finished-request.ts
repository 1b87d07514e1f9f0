import type { IncomingHttpHeaders } from 'node:http';

/** A request to a route of the API, with its status and duration. */
export interface FinishedRequest {
  readonly method: string;
  /** Path for display, from `shownPath`. */
  readonly path: string;
  readonly statusCode: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
}

export type ResponseObserver = (request: FinishedRequest) => void;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the path of a route with the ids of the request. Shows other parameters by name only, because their values can be
 * secret tokens or, by a caller's mistake, personal data.
 */
export function shownPath(resource: string, parameters: Readonly<Record<string, string>>): string {
  return resource.replace(/\{(\w+)\}/g, (name, parameter: string) => {
    const value = parameters[parameter] ?? '';
    return ID.test(value) ? value : name;
  });
}
