import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { stageTags } from '#infra/stacks/stack-props';
import { checkStageOf } from '#ops/connection';
import { UsageError } from '#ops/errors';
import { optional, required, text } from '#ops/options';
import { prepareRestored } from '#ops/stage/restored-table';
import { table } from '#ops/text';
import { verb } from '#ops/verb';
import { readItems, type StoredRecord } from '#shared/dynamodb/table';

/** Values of `entity` that `restore compare` compares: partners, providers or operators already know about these items. */
const ACKNOWLEDGED: ReadonlySet<unknown> = new Set([
  ...['USER', 'KYC', 'PERSON', 'FORMER_PERSON', 'SIGNED_DOCUMENT', 'ERASED_USER', 'BANK', 'RECEIVER', 'WALLET'],
  ...['TX', 'NTF', 'DELIVERY', 'PROVIDER_EVENT', 'PARTNER', 'WEBHOOK', 'WEBHOOK_ENDPOINT', 'KEY', 'AUDIT'],
]);

/** Maximum number of items in a batch read. */
const PAGE = 100;
/** Number of table segments that are read concurrently. The stage stays frozen during `restore compare`, so time matters. */
const SEGMENTS = 16;

export const restore = {
  prepare: verb({
    about:
      'Configure a restored table with the settings that DynamoDB does not restore: stream, deletion protection, TTL, point-in-time recovery and tags',
    ...{ writes: true, tableMayBeGone: true },
    options: {
      restoredTable: required('NAME', 'Name of the restored table', text),
    },
    check: ({ env }) => {
      if (env === 'local') throw new UsageError('The local database has no such settings: select a stage with --env');
    },
    async run({ env, restoredTable }, { stage, record }) {
      await record({ restoredTable });
      await checkStageOf(restoredTable, env);
      const streamArn = await prepareRestored(new DynamoDBClient({}), restoredTable, stageTags({ name: stage }));
      const json = { name: restoredTable, streamArn };
      return { json, text: `Ready. Add to the settings of the stage:\n"restoredTable": ${JSON.stringify(json)}` };
    },
  }),
  compare: verb({
    about:
      'Compare the replaced table with the restored table. List the items that the restored table does not contain, or contains in an earlier version',
    options: {
      lostTable: required('NAME', 'Name of the replaced table. The command reads the whole table', text),
      lostEndpoint: optional(
        'URL',
        'DynamoDB URL of the replaced table (default: the URL of the restored table)',
        text,
      ),
    },
    async run({ lostTable, lostEndpoint }) {
      const client = DynamoDBDocumentClient.from(
        new DynamoDBClient(lostEndpoint === undefined ? {} : { endpoint: lostEndpoint }),
      );
      const lost: Difference[] = [];
      let compared = 0;
      const compareSegment = async (segment: number) => {
        for await (const items of scan(client, lostTable, segment)) {
          const known = items.filter(({ entity }) => ACKNOWLEDGED.has(entity));
          const stored = await readItems(known.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) })));
          compared += known.length;
          for (const one of known.flatMap((item, index) => difference(item, stored[index]) ?? [])) lost.push(one);
        }
      };
      await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => compareSegment(segment)));
      lost.sort((left, right) => (left.at < right.at ? -1 : 1));
      const rows = lost.map(({ at, entity, partnerId, id, state, about }) => ({
        ...{ AT: at, ENTITY: entity, PARTNER: partnerId, ID: id, STATE: state, '': about },
      }));
      const summary = `${compared} items compared, ${lost.length} missing or older.`;
      return { json: { compared, lost }, text: `${table(rows)}\n${summary}`.trim() };
    },
  }),
};

interface Difference {
  /** Time of the last write, if the item contains it; otherwise empty. */
  readonly at: string;
  readonly entity: string;
  readonly partnerId: string;
  readonly id: string;
  /** `missing`: not in the restored table. `older`: an older version is in the restored table. */
  readonly state: 'missing' | 'older';
  /** Data that an operator needs to repeat the write: for a provider's event, the provider, id and type. */
  readonly about: string;
}

function difference(item: StoredRecord, kept: StoredRecord | undefined): Difference | undefined {
  if (kept !== undefined && isSame(item, kept)) return undefined;
  const { PK, SK, entity, partnerId, id, updatedAt, at, updatedAtMs, atMs } = item;
  const instantMs = updatedAtMs ?? atMs;
  const [kind, ...rest] = String(PK).split('#');
  const [, provider] = String(SK).split('#');
  return {
    at: typeof instantMs === 'number' ? new Date(instantMs).toISOString() : String(updatedAt ?? at ?? ''),
    entity: String(entity),
    partnerId: String(partnerId ?? ''),
    // The partition key of an API key is a digest, by which an operator cannot recognize the key. Therefore use the key's id.
    id: kind === 'KEY' ? String(item.keyId ?? '') : String(id ?? rest.join('#')),
    state: kept === undefined ? 'missing' : 'older',
    about: [entity === 'PROVIDER_EVENT' ? provider : [], item.eventId, item.trigger, item.event, item.verb]
      .flatMap((text) => text ?? [])
      .join(' '),
  };
}

/**
 * Returns true if the restored item `kept` has at least the version of the original. If an item has no version, compares all
 * attributes except the day of a key's last use.
 */
function isSame(item: StoredRecord, kept: StoredRecord): boolean {
  if (typeof item.version === 'number' && typeof kept.version === 'number') return item.version <= kept.version;
  const { lastUsedOn: _item, ...left } = item;
  const { lastUsedOn: _kept, ...right } = kept;
  return isDeepStrictEqual(left, right);
}

/** Reads all items of a table segment with a scan, which is acceptable because the service no longer uses the table. */
async function* scan(
  client: DynamoDBDocumentClient,
  TableName: string,
  Segment: number,
): AsyncGenerator<StoredRecord[]> {
  let ExclusiveStartKey: StoredRecord | undefined;
  do {
    const input = { TableName, Segment, TotalSegments: SEGMENTS, ExclusiveStartKey, Limit: PAGE };
    const page = await client.send(new ScanCommand(input));
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
