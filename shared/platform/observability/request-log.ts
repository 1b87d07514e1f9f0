/** Writes one log line per request: request, response and measurements. */
import { type LogFields, measurement, metricDirective, takeMetrics, toLogLine } from './log';

export interface RequestFacts extends LogFields {
  readonly requestId: string;
  /** Id of the API endpoint, for example `createOnRamp`. */
  readonly endpoint: string;
  readonly status: number;
  readonly durationMs: number;
  /** Error code in the response, if any. */
  readonly code?: string | undefined;
}

/** Duration of every response. The sample count of this metric is the number of requests, so requests need no separate metric. */
const responseDirective = metricDirective(['durationMs']);

/**
 * Writes the log line of a request at every log level except `silent`, because the line contains metrics. The line contains no IP
 * address of a person who opens a hosted page.
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
