import type { IncomingHttpHeaders } from 'node:http';

/** A request to a route of the API, with its response. */
export interface FinishedRequest {
  readonly method: string;
  /** Path for people: see `shownPath`. */
  readonly path: string;
  readonly statusCode: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
}

export type ResponseObserver = (request: FinishedRequest) => void;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The route of a request with the request's ids. Every other parameter is shown by its name: a token opens what it names,
 * and what a caller puts there by mistake may be about a person.
 */
export function shownPath(resource: string, parameters: Readonly<Record<string, string>>): string {
  return resource.replace(/\{(\w+)\}/g, (name, parameter: string) => {
    const value = parameters[parameter] ?? '';
    return ID.test(value) ? value : name;
  });
}
