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
