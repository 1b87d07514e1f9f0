import type { AnsweredRequest, AnswerObserver } from '#local/gateway/answered-request';

/** Prints a line for each request that fails: the log has the rest, by the request id. */
export function failureLines(print: (line: string) => void): { readonly onAnswer: AnswerObserver } {
  return { onAnswer: (request) => void (request.statusCode >= 500 && print(`${requestLine(request)}\n`)) };
}

/** Time, method, path, status, milliseconds and request id. */
export function requestLine({ method, path, statusCode, durationMs, requestId }: AnsweredRequest): string {
  const time = new Date().toISOString().slice(11, 23);
  return `${time} ${method.padEnd(6)} ${path} ${statusCode} ${Math.round(durationMs)} ms ${requestId}`;
}
