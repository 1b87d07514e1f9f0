import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { build } from 'esbuild';
import type { RecordedCall, WireRequest } from './wire';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The document client's commands by the operation on the wire. */
const TABLE_COMMANDS: Readonly<Record<string, string>> = {
  GetItem: 'GetCommand',
  PutItem: 'PutCommand',
  UpdateItem: 'UpdateCommand',
  DeleteItem: 'DeleteCommand',
  Query: 'QueryCommand',
  BatchGetItem: 'BatchGetCommand',
  TransactWriteItems: 'TransactWriteCommand',
};

/** Members of a table's request that hold attributes. */
const ATTRIBUTES = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** Members of the key service's requests that hold bytes. */
const BYTES = new Set(['Plaintext', 'Message', 'CiphertextBlob']);

/** One call as a program writes it with the SDK. */
interface SdkCall {
  readonly client: keyof typeof CLIENTS;
  readonly command: string;
  /** Source text. */
  readonly input: string;
}

const CLIENTS = {
  table: {
    commandsFrom: '@aws-sdk/lib-dynamodb',
    imports: `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nimport { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';`,
    make: 'DynamoDBDocumentClient.from(new DynamoDBClient({}))',
  },
  keys: {
    commandsFrom: '@aws-sdk/client-kms',
    imports: `import { KMSClient } from '@aws-sdk/client-kms';`,
    make: 'new KMSClient({})',
  },
  files: {
    commandsFrom: '@aws-sdk/client-s3',
    imports: `import { S3Client } from '@aws-sdk/client-s3';`,
    make: 'new S3Client({ forcePathStyle: true })',
  },
} as const;

/**
 * The handler that only makes these calls, as a plain program with the SDK would: ESM, bundled and minified with the
 * SDK's ESM builds, clients at the top, and nothing done with the answers. Calls that went out together go out together.
 * @param file where the bundle is written, .mjs
 */
export async function buildBareHandler(calls: readonly RecordedCall[], file: string): Promise<void> {
  await rm(file, { force: true });
  await build({
    stdin: { contents: sourceOf(calls), resolveDir: REPOSITORY, loader: 'js' },
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    // The SDK's few CommonJS parts ask for built-in modules.
    banner: {
      js: `import { createRequire } from 'node:module';const require = createRequire(import.meta.url);`,
    },
  });
}

function sourceOf(calls: readonly RecordedCall[]): string {
  const waves = grouped(calls, ({ wave }) => wave);
  const sdkCalls = [...waves.values()].map((wave) => wave.map(({ request }) => sdkCall(request)));
  const used = grouped(sdkCalls.flat(), ({ client }) => client);
  const imports = [...used].map(([client, list]) => {
    const commands = [...new Set(list.map(({ command }) => command))].join(', ');
    return `${CLIENTS[client].imports}\nimport { ${commands} } from '${CLIENTS[client].commandsFrom}';`;
  });
  const clients = [...used.keys()].map((client) => `const ${client} = ${CLIENTS[client].make};`);
  const steps = sdkCalls.map((wave) => {
    const sends = wave.map(({ client, command, input }) => `${client}.send(new ${command}(${input}))`);
    return sends.length === 1 ? `await ${sends[0]};` : `await Promise.all([${sends.join(', ')}]);`;
  });
  return `${imports.join('\n')}\n${clients.join('\n')}
export const handler = async () => {
  ${steps.join('\n  ')}
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
};\n`;
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function sdkCall(request: WireRequest): SdkCall {
  const operation = request.target.split('.')[1] ?? '';
  if (request.target.startsWith('DynamoDB')) {
    const command = TABLE_COMMANDS[operation];
    if (command === undefined) throw new Error(`No command is known for ${operation}`);
    return { client: 'table', command, input: JSON.stringify(plainInput(bodyOf(request))) };
  }
  if (request.target.startsWith('TrentService'))
    return { client: 'keys', command: `${operation}Command`, input: keyInput(bodyOf(request)) };
  const [bucket = '', ...key] = new URL(request.path, 'http://bucket').pathname.slice(1).split('/');
  const named = `Bucket: ${JSON.stringify(bucket)}, Key: ${JSON.stringify(decodeURIComponent(key.join('/')))}`;
  if (request.method === 'GET')
    return { client: 'files', command: 'GetObjectCommand', input: `{ ${named} }` };
  const content = Buffer.from(request.body, 'latin1').toString('base64');
  const input = `{ ${named}, Body: Buffer.from('${content}', 'base64') }`;
  return { client: 'files', command: 'PutObjectCommand', input };
}

function bodyOf(request: WireRequest): unknown {
  return JSON.parse(Buffer.from(request.body, 'latin1').toString('utf8'));
}

/** What the document client is given for a request on the wire. */
function plainInput(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plainInput(item, name === 'Keys' ? 'Key' : ''));
  if (!isRecord(value)) return value;
  if (ATTRIBUTES.has(name)) return unmarshall(value);
  const members = Object.entries(value).filter(([member]) => member !== 'ClientRequestToken');
  return Object.fromEntries(members.map(([member, inner]) => [member, plainInput(inner, member)]));
}

function keyInput(value: unknown): string {
  if (!isRecord(value)) throw new Error('A request of the key service has no members');
  const members = Object.entries(value).map(([name, inner]) =>
    BYTES.has(name)
      ? `${name}: Buffer.from(${JSON.stringify(inner)}, 'base64')`
      : `${name}: ${JSON.stringify(inner)}`,
  );
  return `{ ${members.join(', ')} }`;
}

// biome-ignore lint/suspicious/noExplicitAny: attribute values are checked by what reads them
function isRecord(value: unknown): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
