import type { TransactionKind } from '#shared/values/transaction-kinds';
import { deniedCall } from './denied-call';
import { currentTraceId } from './trace';

/**
 * JSON lines on standard output. Only the fields named here can be written: a body, a header, an address or a
 * name cannot reach a log by accident, neither in the types nor at run time. Messages are fixed texts.
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

/** Lowest rank that is written: LOG_LEVEL in any letter case, `silent` for nothing, `info` when unset or unknown. */
function threshold(): number {
  return thresholds.get(process.env.LOG_LEVEL?.toLowerCase() ?? '') ?? ranks.info;
}

/** Writes one line. Fields that are `undefined` are left out. */
export function log(level: LogLevel, message: string, fields: LogFields = {}): void {
  if (ranks[level] < threshold()) return;
  process.stdout.write(`${JSON.stringify(toLogLine(level, message, fields))}\n`);
}

/** Builds a line of the log: of an object no more than the fields named above. */
export function toLogLine(level: LogLevel, message: string, fields: LogFields): Record<string, unknown> {
  // `level` and `timestamp` are the names that Lambda's JSON log format looks for.
  const line: Record<string, unknown> = { level, timestamp: new Date().toISOString(), message };
  for (const [name, value] of Object.entries({ traceId: currentTraceId(), ...fields }))
    if (value !== undefined && knownFields.has(name)) line[name] = value;
  return line;
}

export const logInfo = (message: string, fields?: LogFields): void => log('info', message, fields);
export const logWarning = (message: string, fields?: LogFields): void => log('warn', message, fields);

/**
 * Writes what is safe of an error: its name, its code and where it was thrown, and of a call that the cloud refused
 * the missing permission. Its message stays out, since messages of parsers and clients quote their input.
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

/** The first frames of a stack, without the message in front of them, which may look like frames itself. */
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
 * Metrics in CloudWatch's embedded metric format: a JSON line that is also a measurement. It needs no client and no
 * call. The measurements of an invocation are kept until its end and written as one line.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */

/** Every metric of the service. Names that end in `Ms` are times, the others are counts. */
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

/** Failures of one provider, which `providerMetric` counts. */
type ProviderMetric = 'providerCallFailed' | 'circuitOpened';

/** Events of partners' business, counted from committed writes. */
export type BusinessMetric =
  | 'statesEntered'
  | TransactionMetric
  | 'quotesLocked'
  | 'quotesUsed'
  | `verification:${'VERIFIED' | 'REJECTED' | 'REVIEW_NEEDED'}`
  | `signature:${'REQUESTED' | 'SIGNED'}`;

/** Transactions that entered a state of a group. */
export type TransactionMetric =
  | `transactionsCreated:${TransactionKind}`
  | 'transactionsPaidIn'
  | 'transactionsCompleted'
  | 'transactionsAwaitingManualTransfer'
  | 'transactionsEndedUnpaid';

/** The CloudWatch namespace of all of them. */
export const METRIC_NAMESPACE = 'PartnerRamp';

/** Values that CloudWatch takes for one metric of a line. */
const MAX_VALUES = 100;

/** Declaration of some members of a line as metrics, for CloudWatch to read. */
export interface MetricDirective {
  readonly Namespace: typeof METRIC_NAMESPACE;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: 'Count' | 'Milliseconds' }[];
}

/** Measurements of this invocation that are not written yet. A function instance runs one invocation at a time. */
const sums = new Map<MetricName, number>();
const times = new Map<MetricName, number[]>();
let kinds: Record<string, number> = {};

/** Measures something once, with counts by kind next to it for readers of the line. */
export function metric(
  name: Exclude<MetricName, ProviderMetric>,
  value: number,
  counts: Readonly<Record<string, number>> = {},
): void {
  if (name.endsWith('Ms')) times.set(name, [...(times.get(name) ?? []), value].slice(-MAX_VALUES));
  else sums.set(name, (sums.get(name) ?? 0) + value);
  for (const [kind, count] of Object.entries(counts)) kinds[kind] = (kinds[kind] ?? 0) + count;
}

/** Takes the measurements since the last call, as members of a line and their declarations. */
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
 * Counts one event of a provider; the line names the provider. Written at once, in a separate line: an invocation that
 * waits for a provider may not reach its end.
 */
export function providerMetric(name: ProviderMetric, provider: string): void {
  writeMeasurement([metricDirective([name])], { provider, [name]: 1 });
}

/** Declares members of a line as metrics of the stage. Endpoint, code and provider are fields of the line, for queries. */
export function metricDirective(names: readonly string[]): MetricDirective {
  const Metrics = names.map((Name) => ({ Name, Unit: metricUnit(Name) }));
  return { Namespace: METRIC_NAMESPACE, Dimensions: [['Stage']], Metrics };
}

function metricUnit(name: string): 'Count' | 'Milliseconds' {
  return name.endsWith('Ms') ? 'Milliseconds' : 'Count';
}

/** The members of a line that make it a measurement. */
export function measurement(directives: readonly MetricDirective[], members: object): object {
  return {
    Stage: process.env.STAGE ?? 'unknown',
    ...members,
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: directives },
  };
}

/** Writes the measurements since the last time, if there are any. Every worker ends with it. */
export function writeMetrics(): void {
  const { directives, members } = takeMetrics();
  if (directives.length > 0) writeMeasurement(directives, members);
}

function writeMeasurement(directives: readonly MetricDirective[], members: object): void {
  if (process.env.LOG_LEVEL?.toLowerCase() === 'silent') return;
  process.stdout.write(`${JSON.stringify(measurement(directives, members))}\n`);
}
