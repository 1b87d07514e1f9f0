/** API client of the console page. The local server forwards requests with the partner's key, which the page never receives. */
import { errorSentence } from '#sdk/cli/errors';
import { PartnerRamp } from '#sdk/client';
import { RampConnectionError } from '#sdk/errors';
import { tokenHeader } from '../components/token';

/** Error for a request that the local server refused. */
class ConsoleRefusal extends Error {}

async function send(url: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(tokenHeader())) headers.set(name, value);
  const response = await fetch(url, { ...init, headers });
  const body: unknown = response.ok
    ? undefined
    : await response
        .clone()
        .json()
        .catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'error' in body) throw new ConsoleRefusal(String(body.error));
  return response;
}

export const ramp = new PartnerRamp({ apiKey: null, baseUrl: location.origin, fetch: send, maxRetries: 1 });

/** Returns one sentence about a failed request. */
export function failureText(error: unknown): string {
  if (!(error instanceof RampConnectionError)) return errorSentence(error);
  return error.cause instanceof ConsoleRefusal
    ? error.cause.message
    : 'The console does not respond: it has ended. Start it again.';
}

/** Returns true in the sandbox; false in production, and while the environment of the API key is unknown. */
export const isSandbox = (): boolean => document.documentElement.dataset.env === 'sandbox';
