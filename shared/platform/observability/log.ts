import type { TransactionKind } from '#shared/values/transaction-kinds';
import { deniedCall } from './denied-call';
import { currentTraceId } from './trace';

/**
 * Allowed fields of a log line (JSON on standard output). The types and a check at run time refuse all other fields. Therefore no
 * body, header, postal address or person's name reaches a log by accident. Messages are fixed texts.
 */
const fieldNames = [
  'requestId', 'traceId', 'partnerId', 'keyId', 'userId', 'transactionId', 'notificationId', 'endpointId', 'quoteId', 'entity',
  'sourceIp', 'endpoint', 'worker', 'queue', 'provider', 'circuit', 'event', 'step', 'method', 'route',
  'status', 'statusCode', 'code', 'reason', 'errorName', 'errorCode', 'causeName', 'frames',
  'service', 'operation', 'deniedAction', 'deniedResource',
  'durationMs', 'waitMs', 'attempt', 'deliveryRun', 'count', 'failed', 'skipped', 'sequenceNumber',
] as const; // biome-ignore format: names, not statements

const knownFields: ReadonlySet<string> = new Set(fieldNames);

export type LogFields = {
  readonly [Name in (typeof fieldNames)[number]]?: string | number | boolean | undefined;
};

const ranks = { debug: 10, info: 20, warn: 30, error: 40 } as const;
export type LogLevel = keyof typeof ranks;

const thresholds = new Map<string, number>([...Object.entries(ranks), ['silent', Number.POSITIVE_INFINITY]]);

/** Returns the lowest logged level: `info` if LOG_LEVEL is unset or unknown. The case is ignored; `silent` logs nothing. */
function threshold(): number {
  return thresholds.get(process.env.LOG_LEVEL?.toLowerCase() ?? '') ?? ranks.info;
}

/** Writes one log line, without the fields that are `undefined`. */
export function log(level: LogLevel, message: string, fields: LogFields = {}): void {
  if (ranks[level] < threshold()) return;
  process.stdout.write(`${JSON.stringify(toLogLine(level, message, fields))}\n`);
}

/** Builds a log line. Drops all fields that `fieldNames` does not list. */
export function toLogLine(level: LogLevel, message: string, fields: LogFields): Record<string, unknown> {
  // Lambda's JSON log format requires the names `level` and `timestamp`.
  const line: Record<string, unknown> = { level, timestamp: new Date().toISOString(), message };
  for (const [name, value] of Object.entries({ traceId: currentTraceId(), ...fields }))
    if (value !== undefined && knownFields.has(name)) line[name] = value;
  return line;
}

export const logInfo = (message: string, fields?: LogFields): void => log('info', message, fields);
export const logWarning = (message: string, fields?: LogFields): void => log('warn', message, fields);

/**
 * Logs the safe parts of an error: name, code, stack frames, and the missing permission of a denied AWS call. Omits the message,
 * because messages of parsers and clients contain their input.
 */
export function logError(message: string, error: unknown, fields: LogFields = {}): void {
  log('error', message, { ...fields, ...describe(error) });
}

function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return {
    errorName: error.name,
    errorCode: /^\w{1,60}$/.test(code) ? code : undefined,
    causeName: error.cause instanceof Error ? error.cause.name : undefined,
    frames: stackFrames(error),
    ...deniedCall(error),
  };
}

/** Returns the first frames of a stack, without the message, which may contain lines that look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const frames = start === -1 ? stack : stack.slice(start + message.length);
  return frames
    .split('\n')
    .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>)\)?$/.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' | ');
}

/**
 * Metrics in CloudWatch's embedded metric format (docs/adr/011), written as one log line at the end of an invocation.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */

/** All metrics of the service. Names that end in `Ms` are durations, all other names are counts. */
export type MetricName =
  | 'firstAttemptMs'
  | 'delivered'
  | 'attemptFailed'
  | 'deliveryFailed'
  | 'deliveryBlocked'
  | 'undeliverable'
  | 'providerSilent'
  | 'providerEventRefused'
  | 'orderWaits'
  | 'redriven'
  | 'redrivenWebhooks'
  | 'unreadableRecord'
  | 'signedFileChanged'
  | 'auditChanged'
  | 'entryUnbalanced'
  | 'eventsRefused'
  | 'requestRateUnknown'
  | 'serviceUnavailable'
  | 'unexpectedFailure'
  | 'changesDeferred'
  | 'changesUnreadable'
  | ProviderMetric
  | BusinessMetric;

type ProviderMetric = 'providerCallFailed' | 'circuitOpened';

/** Business events of partners, counted from committed writes. */
export type BusinessMetric =
  | 'statesEntered'
  | TransactionMetric
  | 'quotesLocked'
  | 'quotesUsed'
  | `verification:${'VERIFIED' | 'REJECTED' | 'REVIEW_NEEDED'}`
  | `signature:${'REQUESTED' | 'SIGNED'}`;

/** Counts of new transactions, and of transactions whose status changed as the name of the metric says. */
export type TransactionMetric =
  | `transactionsCreated:${TransactionKind}`
  | 'transactionsPaidIn'
  | 'transactionsCompleted'
  | 'transactionsAwaitingManualTransfer'
  | 'transactionsEndedUnpaid';

/** CloudWatch namespace of all metrics. */
export const METRIC_NAMESPACE = 'PartnerRamp';

/** Maximum number of values that CloudWatch accepts for one metric in a log line. */
const MAX_VALUES = 100;

/** Declares for CloudWatch which members of a log line are metrics. */
export interface MetricDirective {
  readonly Namespace: typeof METRIC_NAMESPACE;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: 'Count' | 'Milliseconds' }[];
}

/** Unwritten measurements of this invocation. Module variables are safe: a function instance runs one invocation at a time. */
const sums = new Map<MetricName, number>();
const times = new Map<MetricName, number[]>();
let kinds: Record<string, number> = {};

/**
 * Records one measurement. `counts` splits the value, for example `redriven` by type of item. The split appears only in the log
 * line: CloudWatch gets no metrics for it.
 */
export function metric(
  name: Exclude<MetricName, ProviderMetric>,
  value: number,
  counts: Readonly<Record<string, number>> = {},
): void {
  if (name.endsWith('Ms')) times.set(name, [...(times.get(name) ?? []), value].slice(-MAX_VALUES));
  else sums.set(name, (sums.get(name) ?? 0) + value);
  for (const [kind, count] of Object.entries(counts)) kinds[kind] = (kinds[kind] ?? 0) + count;
}

/** Returns the measurements since the last call as members of a log line, with metric declarations. Clears the measurements. */
export function takeMetrics(): {
  readonly directives: readonly MetricDirective[];
  readonly members: Readonly<Record<string, unknown>>;
} {
  const names = [...sums.keys(), ...times.keys()];
  if (names.length === 0) return { directives: [], members: {} };
  const members = {
    ...Object.fromEntries(sums),
    ...Object.fromEntries(times),
    ...(Object.keys(kinds).length === 0 ? {} : { counts: kinds }),
  };
  sums.clear();
  times.clear();
  kinds = {};
  return { directives: [metricDirective(names)], members };
}

/**
 * Counts one failed call to a provider, or one opened circuit breaker. Immediately writes a log line with the provider's name.
 * The line at the end of the invocation could be missing, because an invocation that waits for a provider may time out.
 */
export function providerMetric(name: ProviderMetric, provider: string): void {
  writeMeasurement([metricDirective([name])], { provider, [name]: 1 });
}

/** Declares members of a log line as metrics per stage. Endpoint, code and provider are only fields of the line, for queries. */
export function metricDirective(names: readonly string[]): MetricDirective {
  const Metrics = names.map((Name) => ({ Name, Unit: metricUnit(Name) }));
  return { Namespace: METRIC_NAMESPACE, Dimensions: [['Stage']], Metrics };
}

function metricUnit(name: string): 'Count' | 'Milliseconds' {
  return name.endsWith('Ms') ? 'Milliseconds' : 'Count';
}

/** Adds the stage and the metric declarations to the members of a log line. */
export function measurement(directives: readonly MetricDirective[], members: object): object {
  return {
    Stage: process.env.STAGE ?? 'unknown',
    ...members,
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: directives },
  };
}

/** Writes the measurements since the last call, if any. Every worker calls this function at its end. */
export function writeMetrics(): void {
  const { directives, members } = takeMetrics();
  if (directives.length > 0) writeMeasurement(directives, members);
}

function writeMeasurement(directives: readonly MetricDirective[], members: object): void {
  if (process.env.LOG_LEVEL?.toLowerCase() === 'silent') return;
  process.stdout.write(`${JSON.stringify(measurement(directives, members))}\n`);
}
