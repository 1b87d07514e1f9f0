import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type BuildOptions, build } from 'esbuild';
import { type Call, operation } from '#test/support/metering/http-calls';
import { temporaryFolder } from '../processes';

/** SDK clients of the handler from `buildBare`, by variable name: import statements, and the expression to create the client. */
const CLIENTS = {
  table: [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; import * as tableSdk from '@aws-sdk/lib-dynamodb';",
    'tableSdk.DynamoDBDocumentClient.from(new DynamoDBClient({}))',
  ],
  /** DynamoDB client without automatic item conversion. A handler with this client converts only the items in its responses. */
  plain: [
    "import * as plainSdk from '@aws-sdk/client-dynamodb'; import { unmarshall } from '@aws-sdk/util-dynamodb';",
    'new plainSdk.DynamoDBClient({})',
  ],
  keys: ["import * as keysSdk from '@aws-sdk/client-kms';", 'new keysSdk.KMSClient({})'],
  files: ["import * as filesSdk from '@aws-sdk/client-s3';", 'new filesSdk.S3Client({ forcePathStyle: true })'],
} as const;

/** Expression for `BareOptions.response`. It returns the items from the last group of concurrent calls as JSON. */
export const ITEMS = `JSON.stringify({ data: responses.flatMap(({ Item, Items, Responses }) =>
  Items ?? (Item ? [Item] : Object.values(Responses ?? {}).flat())).map((item) => unmarshall(item)) })`;

/** Fields of DynamoDB requests that contain attributes, and fields of KMS requests that contain bytes. */
const ATTRIBUTES = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'];
const BYTES = ['Plaintext', 'Message', 'CiphertextBlob'];

/** Bundler options for a minified ES module that uses the SDK's ESM builds. */
export const ESM_BUNDLE = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
  // Some CommonJS files in the SDK call `require` for built-in modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
} satisfies BuildOptions;

export interface BareOptions {
  /**
   * Expression for the body of the handler's response. If it is set, the handler uses the `plain` client.
   * @default an empty JSON object
   */
  readonly response?: string;
  /** Ids and digests in the recorded calls. The generated handler replaces them with new values in each request. */
  readonly renewed?: readonly string[];
  /**
   * Folder for the bundle as CommonJS file index.js, which the local runtime can load.
   * @default a temporary folder with an ES module index.mjs
   */
  readonly folder?: string;
}

/** Builds a handler that repeats recorded calls as a simple program with the SDK would, concurrent calls concurrently. */
export async function buildBare(calls: readonly Call[], options: BareOptions = {}) {
  const { folder = temporaryFolder() } = options;
  const { metafile } = await build({
    stdin: { contents: toSource(calls, options), resolveDir: join(import.meta.dirname, '../../..') },
    ...{ ...ESM_BUNDLE, outfile: join(folder, 'index.mjs'), target: 'node20', metafile: true },
    ...(options.folder !== undefined && { format: 'cjs', banner: {}, supported: { 'dynamic-import': false } }),
    ...(options.folder !== undefined && { outfile: join(folder, 'index.js') }),
  });
  return { folder, bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0 };
}

function toSource(calls: readonly Call[], { response, renewed = [] }: BareOptions): string {
  const sends = calls.map((call) => {
    const { client, source } = toSend(call, response !== undefined);
    // A recorded call can fail, for example because of a condition. The generated handler then continues without a response.
    return { wave: call.wave, client, source: call.status < 400 ? source : `${source}.catch(() => ({}))` };
  });
  const waves = [...new Set(sends.map(({ wave }) => wave))].map((wave) => sends.filter((one) => one.wave === wave));
  const steps = waves.map((wave) => `responses = await Promise.all([${wave.map(({ source }) => source)}]);`);
  const work = `let responses; ${steps.join('\n')} return ${response ?? "'{}'"};`;
  const used = [...new Set(sends.map(({ client }) => client))];
  const fresh = renewed.map((old) => (old.length === 64 ? "randomBytes(32).toString('hex')" : 'newId(Date.now())'));
  return `${used.map((client) => CLIENTS[client][0]).join('\n')}
${renewed.length === 0 ? '' : "import { randomBytes } from 'node:crypto'; import { newId } from '#shared/values/ids';"}
${used.map((client) => `const ${client} = ${CLIENTS[client][1]};`).join('\n')}
export async function respond() {
  const renewed = [${fresh}];
  ${renewed.reduce((text, old, at) => text.replaceAll(old, `" + renewed[${at}] + "`), work)}
}
const headers = { 'content-type': 'application/json' };
export const handler = async () => ({ statusCode: 200, headers, body: await respond() });`;
}

/** Returns the source code of a call with the SDK. */
function toSend(call: Call, isPlain: boolean): { client: keyof typeof CLIENTS; source: string } {
  const name = operation(call);
  const body = Buffer.from(call.body, 'latin1');
  const send = (client: keyof typeof CLIENTS, command: string, input: string) => {
    return { client, source: `${client}.send(new ${client}Sdk.${command}Command(${input}))` };
  };
  if (call.target.startsWith('DynamoDB')) {
    const { ClientRequestToken, ...input } = JSON.parse(body.toString());
    if (isPlain) return send('plain', name, JSON.stringify(input));
    return send('table', name.replace(/Items?$/, ''), JSON.stringify(toPlain(input)));
  }
  if (call.target.startsWith('TrentService')) {
    const members = Object.entries(JSON.parse(body.toString())).map(([member, value]) => {
      const text = JSON.stringify(value);
      return `${member}: ${BYTES.includes(member) ? `Buffer.from(${text}, 'base64')` : text}`;
    });
    return send('keys', name, `{ ${members} }`);
  }
  const [bucket = '', ...key] = new URL(call.path, 'http://bucket').pathname.slice(1).split('/');
  const named = `Bucket: ${JSON.stringify(bucket)}, Key: ${JSON.stringify(decodeURIComponent(key.join('/')))}`;
  if (call.method === 'GET') return send('files', 'GetObject', `{ ${named} }`);
  return send('files', 'PutObject', `{ ${named}, Body: Buffer.from('${body.toString('base64')}', 'base64') }`);
}

/** Converts a recorded request body to the input of the document client. */
function toPlain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => toPlain(item, name === 'Keys' ? 'Key' : ''));
  if (typeof value !== 'object' || value === null) return value;
  if (ATTRIBUTES.includes(name)) return unmarshall({ ...value });
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, toPlain(inner, member)]));
}
