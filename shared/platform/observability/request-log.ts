/** The one line that every request leaves: request, response and measurements. */
import { type LogFields, measurement, metricDirective, takeMetrics, toLogLine } from './log';

export interface RequestFacts extends LogFields {
  readonly requestId: string;
  /** The row's id in the endpoint table. */
  readonly endpoint: string;
  readonly status: number;
  readonly durationMs: number;
  /** Code of the returned error, if any. */
  readonly code?: string | undefined;
}

/** Every response. Its samples are the number of requests, so requests need no separate metric. */
const responseDirective = metricDirective(['durationMs']);

/**
 * Writes the line of a request. It is written at every log level but `silent`, since the stage's measurements are
 * in it. Of the caller it holds ids, and for a partner or a provider the address of its server; for a page, which a
 * person opens, none.
 */
export function logRequest(facts: RequestFacts): void {
  const { directives, members } = takeMetrics();
  if (process.env.LOG_LEVEL?.toLowerCase() === 'silent') return;
  const code = facts.code ?? (facts.status >= 400 ? `HTTP_${facts.status}` : undefined);
  const line = {
    ...toLogLine('info', 'request', { ...facts, code }),
    ...measurement([responseDirective, ...directives], members),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
