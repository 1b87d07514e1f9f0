import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, parseJsonObject } from '#local/engines/json-object';
import { AwsServiceError } from '#local/engines/json-service';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#local/engines/local-cloud';
import { PartnerBuses } from '#local/events/partner-buses';

/** Entries of one PutEvents call, and their bytes together (EventBridge user guide, PutEvents entry size). */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
const TIME_BYTES = 14;

/** An event as rules and targets see it. */
export interface BusEvent {
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

/** The buses that there are. */
export interface KnownBuses {
  readonly names: ReadonlySet<string>;
  readonly ofPartners: PartnerBuses;
}

/** Outcome of one entry. */
export type EntryOutcome =
  | {
      readonly accepted: true /** An ARN for a bus of a partner. */;
      readonly busName: string;
      readonly event: BusEvent;
    }
  | { readonly accepted: false; readonly ErrorCode: string; readonly ErrorMessage: string };

/** Reads the entries of a PutEvents call. An error of the whole call throws; an error of one entry is part of its result. */
export function readEntries(input: JsonObject, buses: KnownBuses): readonly EntryOutcome[] {
  const { Entries: entries } = input;
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw new AwsServiceError('ValidationException', `Entries must have 1 to ${MAX_ENTRIES} members`);
  }
  const records = entries.map((entry: unknown) => (isJsonObject(entry) ? entry : {}));
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
  if (refusal !== undefined) return refused(refusal, `The policy of ${arn} does not allow it.`);
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

/** By its name or its ARN. */
function ownBusName(given: unknown): string {
  return isFilled(given) ? given.replace(/^arn:.*:event-bus\//, '') : 'default';
}

function entryBytes(entry: JsonObject): number {
  const texts = [entry.Source, entry.DetailType, entry.Detail, entry.Resources].flat();
  const length = texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
  return length + (entry.Time === undefined ? 0 : TIME_BYTES);
}

/** Events carry their time without fractions. The protocol sends it as epoch seconds. */
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
