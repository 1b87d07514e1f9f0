import { vi } from 'vitest';
import { PartnerRamp } from '#sdk/client';
import type { ClientOptions } from '#sdk/options';

/** A request that a client sent. */
export interface SentRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** Reaction to a request: a response, an error, or `silence` until the request is aborted. */
export type Reaction = Response | Error | 'silence';

/** Creates a client with scripted reactions; the last reaction repeats. Records all requests. */
export function scriptedClient(reactions: readonly (() => Reaction)[], options: Partial<ClientOptions> = {}) {
  const sent: SentRequest[] = [];
  const scripted: typeof fetch = async (url, init) => {
    const reaction = reactions[Math.min(sent.length, reactions.length - 1)]?.();
    const { method = 'GET', headers, body, signal } = init ?? {};
    sent.push({
      url: new URL(String(url)),
      method,
      headers: new Headers(headers),
      body: typeof body === 'string' ? body : undefined,
    });
    if (signal?.aborted) throw signal.reason;
    if (reaction instanceof Response) return reaction;
    if (reaction instanceof Error) throw reaction;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const client = new PartnerRamp({
    apiKey: 'ramp_sbx_test',
    baseUrl: 'https://api.example.com/v/',
    fetch: scripted,
    ...options,
  });
  return { client, sent };
}

export const success = (data: unknown, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  new Response(JSON.stringify({ success: true, data }), { status, headers });

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify({ success: false, code, message: `${code}.` }), { status, headers });

export const brokenConnection = () => new TypeError('fetch failed');

/** Advances the fake clock until no timer remains. Returns the result or the error of the call. */
export async function outcome<T>(call: Promise<T>): Promise<T | unknown> {
  const settled = call.then(
    (value) => value,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return settled;
}
