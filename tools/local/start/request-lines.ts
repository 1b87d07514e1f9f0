import type { AnsweredRequest, AnswerObserver } from '#local/gateway/answered-request';
import { requestLine } from '#local/start/failure-lines';
import { findCaller } from '#shared/partners/api-keys/repository';
import { nowMs } from '#shared/platform/config/environment';

/**
 * A line for each answered request: time, method, path, status, milliseconds, request id and partner. The table of this
 * process must have been set (local-table.ts) before the first request.
 */
export function requestLines(print: (line: string) => void): { readonly onAnswer: AnswerObserver } {
  const onAnswer = async (request: AnsweredRequest): Promise<void> => {
    const partner = await partnerName(request).catch(() => '');
    print(`${`${requestLine(request)} ${partner}`.trimEnd()}\n`);
  };
  return { onAnswer: (request) => void onAnswer(request) };
}

async function partnerName({ headers }: AnsweredRequest): Promise<string> {
  const key = headers['partner-api-key'];
  const caller = typeof key === 'string' ? await findCaller(key, nowMs()) : undefined;
  return caller?.partnerName ?? '';
}
