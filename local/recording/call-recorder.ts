import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';
import type { IamRequest, ServiceRequest } from '#local/recording/iam-request';
import { toIamRequests } from '#local/recording/service-requests';
import type { PartitionKeys } from '#local/recording/table-requests';
import { watchRequests } from '#local/recording/watch-requests';

/** A kind of call that a function made. Ids in it are replaced, so that a thousand calls alike are one record. */
export interface CallRecord extends IamRequest {
  /** Id of the function in the endpoint or worker table. */
  readonly caller: string;
}

/** Number of further calls that the records of a file stand for. */
export interface CallCount {
  readonly calls: number;
}

export interface CallRecorderOptions {
  /** Takes a file of JSON lines, readable by its owner alone. */
  readonly folder: string;
  readonly endpoints: readonly string[];
  /** Ids of the functions by their names, which are the session tokens of their credentials. */
  readonly callers: ReadonlyMap<string, string>;
  readonly partitionKeys: PartitionKeys;
}

/** A process that is ended has counted all but so many of its calls. */
const CALLS_PER_COUNT = 500;

/**
 * Records what functions ask of the services behind some endpoints, as IAM would be asked: each kind of call once, as
 * soon as it is made. A request that cannot be read is recorded as one that no role allows.
 * @returns what ends it
 */
export function recordCalls({ folder, endpoints, callers, partitionKeys }: CallRecorderOptions): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `calls-${randomUUID()}.jsonl`);
  const append = (line: CallRecord | CallCount) => appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  const known = new Set<string>();
  /** Kinds of requests of which everything is recorded. */
  const kinds = new Set<string>();
  let calls = 0;
  const count = () => {
    append({ calls });
    calls = 0;
  };
  const end = watchRequests(endpoints, (request) => {
    const caller = callers.get(request.session);
    if (caller === undefined) return;
    calls += 1;
    if (calls === CALLS_PER_COUNT) count();
    const kind = request.service === 'dynamodb' ? `${caller} ${kindOf(request)}` : undefined;
    if (kind !== undefined && kinds.has(kind)) return;
    try {
      for (const iamRequest of toIamRequests(request, partitionKeys)) {
        const record = { caller, ...withoutIds(iamRequest) };
        const text = JSON.stringify(record);
        if (known.has(text)) continue;
        known.add(text);
        append(record);
      }
      if (kind !== undefined) kinds.add(kind);
    } catch (error) {
      const action = `${request.service}:${request.target.split('.')[1] ?? request.method}`;
      reportToStderr(`A call of ${caller} (${action}) cannot be recorded: ${String(error)}`);
      append({ caller, action, resource: 'unread', context: {} });
    }
  });
  return () => {
    end();
    count();
  };
}

/**
 * Returns the common text of requests to the table that ask IAM for the same, ids aside: it is read faster than the
 * request is understood. Values lose what `generalKey` takes away, and a transaction its token.
 */
function kindOf({ target, body }: ServiceRequest): string {
  if (target.startsWith('DynamoDBStreams_')) return target;
  const general = body.replace(VALUE, (_, type: string, value: string) => `${type}${generalKey(value)}`);
  return `${target} ${general.replace(TOKEN, '')}`;
}

const VALUE = /"([SNB])":"((?:[^"\\]|\\.)*)"/g;
const TOKEN = /"ClientRequestToken":"[^"]*"/;

/** The request with what differs between calls of a kind replaced by `…`. */
export function withoutIds({ action, resource, context }: IamRequest): IamRequest {
  const general = Object.entries(context).map(([name, value]) => {
    if (name === 'dynamodb:LeadingKeys') return [name, [...new Set([value].flat().map(generalKey))].toSorted()];
    if (name === 's3:prefix') return [name, generalPath(String(value))];
    return [name, name === 's3:VersionId' ? '…' : value];
  });
  const [bucket = '', ...object] = resource.startsWith('arn:aws:s3:::') ? resource.split('/') : [resource];
  const path = object.length === 0 ? [] : [generalPath(object.join('/'))];
  return { action, resource: [bucket, ...path].join('/'), context: Object.fromEntries(general) };
}

/** `TX#0198…` → `TX#…`: words in capitals stay, since policies go by them. */
function generalKey(key: string): string {
  return key
    .split('#')
    .map((piece) => (/^[A-Z_]+$/.test(piece) ? piece : '…'))
    .join('#');
}

/** `people/0198…/kyc/0199….pdf` → `people/…/kyc/…` */
function generalPath(path: string): string {
  return path
    .split('/')
    .map((piece) => (/^[a-z-]+$/.test(piece) ? piece : '…'))
    .join('/');
}
