import type { FinishedRequest, ResponseObserver } from '#local/gateway/finished-request';
import { requestLine } from '#local/start/failure-lines';
import { findCaller } from '#shared/partners/api-keys/repository';
import { nowMs } from '#shared/platform/config/environment';

/**
 * Prints a line for each response: time, method, path, status, milliseconds, request id and partner name. Call `useLocalTable`
 * (local-table.ts) before the first request.
 */
export function requestLines(print: (line: string) => void): { readonly onResponse: ResponseObserver } {
  const onResponse = async (request: FinishedRequest): Promise<void> => {
    const partner = await partnerName(request).catch(() => '');
    print(`${`${requestLine(request)} ${partner}`.trimEnd()}\n`);
  };
  return { onResponse: (request) => void onResponse(request) };
}

async function partnerName({ headers }: FinishedRequest): Promise<string> {
  const key = headers['partner-api-key'];
  const caller = typeof key === 'string' ? await findCaller(key, nowMs()) : undefined;
  return caller?.partnerName ?? '';
}
