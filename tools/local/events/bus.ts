import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonClient } from '#local/engines/json-client';
import { AwsServiceError, startJsonService } from '#local/engines/json-service';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Report, reportToStderr } from '#local/engines/local-cloud';
import { PartnerBuses } from '#local/events/partner-buses';
import { isObject, type JsonObject, parseJsonObject } from '#local/template/json';

/** Maximum number of entries of a PutEvents call and their maximum total size (EventBridge user guide, PutEvents entry size). */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
const TIME_BYTES = 14;

/** An event in the form that rules and targets receive. */
interface BusEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly unknown[];
  readonly detail: JsonObject;
}

/** Existing buses. */
interface KnownBuses {
  readonly names: ReadonlySet<string>;
  readonly ofPartners: PartnerBuses;
}

/** Result of one PutEvents entry. */
type EntryOutcome =
  | {
      readonly accepted: true /** An ARN for a bus of a partner. */;
      readonly busName: string;
      readonly event: BusEvent;
    }
  | { readonly accepted: false; readonly ErrorCode: string; readonly ErrorMessage: string };

/** Reads the entries of PutEvents. Throws if the whole call is invalid. An invalid entry becomes an error in its own result. */
function readEntries(input: JsonObject, buses: KnownBuses): readonly EntryOutcome[] {
  const { Entries: entries } = input;
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw new AwsServiceError('ValidationException', `Entries must have 1 to ${MAX_ENTRIES} members`);
  }
  const records = entries.map((entry: unknown) => (isObject(entry) ? entry : {}));
  const bytes = records.reduce((sum, entry) => sum + entryBytes(entry), 0);
  if (bytes > MAX_BYTES) {
    throw new AwsServiceError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  return records.map((entry) => readEntry(entry, buses));
}

function readEntry(entry: JsonObject, { names, ofPartners }: KnownBuses): EntryOutcome {
  const { Source: source, DetailType: detailType, Detail: detailText } = entry;
  if (!isFilled(source)) return missing('Source');
  if (!isFilled(detailType)) return missing('DetailType');
  if (!isFilled(detailText)) return missing('Detail');
  const detail = parseJsonObject(detailText);
  if (detail === undefined) return refused('MalformedDetail', 'Detail is malformed.');
  const arn = PartnerBuses.isOne(entry.EventBusName) ? entry.EventBusName : undefined;
  const refusal = arn === undefined ? undefined : ofPartners.refusal(arn, source);
  if (refusal !== undefined) return refused(refusal, `The policy of ${arn} does not allow this event.`);
  const busName = arn ?? ownBusName(entry.EventBusName);
  if (arn === undefined && !names.has(busName))
    return refused('InvalidArgument', `Event bus ${busName} does not exist.`);
  const event: BusEvent = {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: LOCAL_ACCOUNT,
    time: wholeSeconds(entry.Time),
    region: arn?.split(':')[3] ?? LOCAL_REGION,
    resources: Array.isArray(entry.Resources) ? entry.Resources : [],
    detail,
  };
  return { accepted: true, busName, event };
}

/** Returns the name of a bus in this account, from a name or ARN. */
function ownBusName(given: unknown): string {
  return isFilled(given) ? given.replace(/^arn:.*:event-bus\//, '') : 'default';
}

function entryBytes(entry: JsonObject): number {
  const texts = [entry.Source, entry.DetailType, entry.Detail, entry.Resources].flat();
  const length = texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
  return length + (entry.Time === undefined ? 0 : TIME_BYTES);
}

/**
 * Returns the time of an event in ISO format without fractions of a second.
 * @param time epoch seconds, as in PutEvents; if it is not a number, the function uses the current time
 */
function wholeSeconds(time: unknown): string {
  const at = typeof time === 'number' ? new Date(time * 1000) : new Date();
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function missing(field: string): EntryOutcome {
  return refused('InvalidArgument', `Parameter ${field} is not valid. Reason: ${field} is a required argument.`);
}

function refused(ErrorCode: string, ErrorMessage: string): EntryOutcome {
  return { accepted: false, ErrorCode, ErrorMessage };
}

/**
 * Delays between the five attempts to send an event to a queue. EventBridge retries for 24 hours, but a local queue that failed
 * five times will not recover.
 */
const DEFAULT_RETRY_DELAYS_MS = [50, 200, 800, 2_000];
const STOP_WITHIN_MS = 2_000;

/** One SQS target of a rule, with references resolved to queue URLs. The queue receives only the `detail` of the event. */
export interface BusTarget {
  readonly id: string;
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
}

/** A resolved AWS::Events::Rule. */
export interface BusRule {
  readonly name: string;
  readonly eventBusName: string;
  readonly eventPattern: { readonly source: readonly string[]; readonly 'detail-type': readonly string[] };
  readonly targets: readonly BusTarget[];
}

export interface EventBusOptions {
  /** Custom buses. The bus `default` always exists. */
  readonly busNames: readonly string[];
  readonly rules: readonly BusRule[];
  readonly sqsEndpoint: string;
  /** Buses of other accounts. @default buses that accept all events */
  readonly partnerBuses?: PartnerBuses;
  /** Delays before the second, third … attempt to send to a target, in ms. */
  readonly retryDelaysMs?: readonly number[];
  readonly report?: Report;
}

export interface EventBus {
  /** URL of EventBridge's PutEvents. */
  readonly endpoint: string;
  /** Resolves when all accepted events are in their target or dead-letter queue. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an event bus with rules by source and type, and SQS targets. The bus responds before it sends to the targets, as
 * EventBridge does. Delivery is at least once, in no guaranteed order.
 */
export async function startEventBus(options: EventBusOptions): Promise<EventBus> {
  const { report = reportToStderr, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS } = options;
  const busNames = new Set(['default', ...options.busNames]);
  const { partnerBuses = new PartnerBuses() } = options;
  for (const rule of options.rules) checkRule(rule, busNames);
  const sqs = jsonClient({ endpoint: options.sqsEndpoint, service: 'sqs', target: 'AmazonSQS' });
  const underway = new Set<Promise<void>>();
  const stopping = new AbortController();

  function dispatch(busName: string, event: BusEvent): void {
    for (const rule of options.rules) {
      if (rule.eventBusName !== busName || !matches(rule, event)) continue;
      for (const target of rule.targets) {
        const delivery = deliver(rule, target, event).finally(() => underway.delete(delivery));
        underway.add(delivery);
      }
    }
  }

  async function deliver(rule: BusRule, target: BusTarget, event: BusEvent): Promise<void> {
    try {
      const error = await sendWithRetries({ QueueUrl: target.queueUrl, MessageBody: JSON.stringify(event.detail) });
      if (error === undefined) return;
      const lost = `Rule ${rule.name} could not reach its target ${target.id}`;
      report(`${lost}. Event ${event.id} goes to the dead-letter queue: ${error.message}`);
      const second = await sendWithRetries(deadLetter(target.deadLetterQueueUrl, rule, event, error));
      if (second !== undefined) report(`The dead-letter queue of rule ${rule.name} failed too: ${second.message}`);
    } catch (error) {
      report(`Rule ${rule.name} failed on event ${event.id}: ${String(error)}`);
    }
  }

  async function sendWithRetries(message: JsonObject): Promise<Error | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await sqs.call('SendMessage', message);
        return undefined;
      } catch (error) {
        const delayMs = retryDelaysMs[attempt];
        if (delayMs === undefined || stopping.signal.aborted)
          return error instanceof Error ? error : new Error(String(error));
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function deadLetter(queueUrl: string, rule: BusRule, event: BusEvent, error: Error): JsonObject {
    const attributes = {
      RULE_ARN: `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${rule.eventBusName}/${rule.name}`,
      ERROR_CODE: error.name,
      ERROR_MESSAGE: error.message || error.name,
      RETRY_ATTEMPTS: String(retryDelaysMs.length),
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    };
    return {
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(event),
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
    };
  }

  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway);
  }

  const service = await startJsonService({
    target: 'AWSEvents',
    operations: {
      PutEvents(input) {
        const outcomes = readEntries(input, { names: busNames, ofPartners: partnerBuses });
        const Entries = outcomes.map((outcome) => {
          if (!outcome.accepted) return { ErrorCode: outcome.ErrorCode, ErrorMessage: outcome.ErrorMessage };
          if (PartnerBuses.isOne(outcome.busName)) partnerBuses.keep(outcome.busName, outcome.event);
          else dispatch(outcome.busName, outcome.event);
          return { EventId: outcome.event.id };
        });
        return { FailedEntryCount: outcomes.filter(({ accepted }) => !accepted).length, Entries };
      },
    },
  });

  return {
    endpoint: service.endpoint,
    settled,
    async stop() {
      await service.stop();
      await Promise.race([settled(), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await settled();
      sqs.stop();
    },
  };
}

function matches({ eventPattern }: BusRule, event: BusEvent): boolean {
  return eventPattern.source.includes(event.source) && eventPattern['detail-type'].includes(event['detail-type']);
}

function checkRule(rule: BusRule, busNames: ReadonlySet<string>): void {
  if (!busNames.has(rule.eventBusName)) throw new Error(`Rule ${rule.name}: there is no bus ${rule.eventBusName}.`);
}
