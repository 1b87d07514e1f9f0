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
 * Writes the log line of a request. The line is written at every log level except `silent`, because the line contains the stage's
 * metrics. The line contains the caller's ids and the IP address of a partner's or a provider's server. For a hosted page, which
 * a person opens, the line contains no IP address.
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
