import type { FinishedRequest, ResponseObserver } from '#local/gateway/finished-request';

/** Prints a line for each request that fails: the log has the rest, by the request id. */
export function failureLines(print: (line: string) => void): { readonly onResponse: ResponseObserver } {
  return { onResponse: (request) => void (request.statusCode >= 500 && print(`${requestLine(request)}\n`)) };
}

/** Time, method, path, status, milliseconds and request id. */
export function requestLine({ method, path, statusCode, durationMs, requestId }: FinishedRequest): string {
  const time = new Date().toISOString().slice(11, 23);
  return `${time} ${method.padEnd(6)} ${path} ${statusCode} ${Math.round(durationMs)} ms ${requestId}`;
}
