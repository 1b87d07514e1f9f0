import type { FinishedRequest, ResponseObserver } from '#local/gateway/finished-request';

/** Prints a line for each response with a 5xx status. The log contains the details under the request id. */
export function failureLines(print: (line: string) => void): { readonly onResponse: ResponseObserver } {
  return { onResponse: (request) => void (request.statusCode >= 500 && print(`${requestLine(request)}\n`)) };
}

/** Returns one line: time, method, path, status, milliseconds and request id. */
export function requestLine({ method, path, statusCode, durationMs, requestId }: FinishedRequest): string {
  const time = new Date().toISOString().slice(11, 23);
  return `${time} ${method.padEnd(6)} ${path} ${statusCode} ${Math.round(durationMs)} ms ${requestId}`;
}
