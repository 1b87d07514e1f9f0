import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASSETS, BUNDLE } from '#infra/build/build-functions';
import { shims } from '#infra/build/shims';
import { endpoints, workers } from '#shared/contract/endpoints';
import { crashPoints } from '#shared/platform/observability/crash-point';
import { dependencyTable, findPackage } from '#test/support/dependency-tables';
import { type DeployableBundles, deployableBundles } from '#test/support/deployable-bundles';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

let built: DeployableBundles;

beforeAll(async () => {
  built = await deployableBundles();
});

const folders = [...endpoints, ...workers].map(({ folder }) => folder);
/** Returns the path of a file next to a function's bundle. */
const fileOf = (folder: string, name: string) => join(built.assets.get(folder) ?? 'no such function', name);

/** Size limits of handlers in bytes. A handler with the table client as its only AWS client has a limit of 340,000. */
const TABLE_ONLY = 340_000;
const budgets: Readonly<Record<string, number>> = {
  'pages/sign/document': 376_000, // pdf-lib, and the decoder of a logo
  'pages/pay/receipt': 411_000, // the same, and what a receipt is composed of
  // Includes pdf-lib and the composition of PDF documents, in addition to the code of every partner request.
  'signatures/document': 388_000,
  'transactions/receipt': 411_000,
  'transactions/return-receipt': 411_000,
  // Includes the page's texts in three languages, its scripts, the lists of countries and activities, and the validation rules.
  'pages/verify/submit': 404_000,
  // Includes the page's texts, its scripts, the QR code, and the first visit's webhook. Excludes the code for submissions.
  'pages/verify/open': 396_000,
  // Includes all steps (verifications, payouts with screening and checks, simulations) and the KMS client for travel-rule data.
  'workers/run-step': 388_000,
  // Includes the KMS client for the payment page link, and the rules of bank details.
  'cross-ramp/create': 393_000,
  'off-ramp/create': 413_000, // the model of travel-rule information too
  // Includes the KMS client and the travel-rule model.
  'on-ramp/create': 364_000,
};

/** Lists the source files in a function's bundle and in the other JavaScript files of the same folder. */
function readSources(folder: string): string[] {
  const outputs = Object.entries(built.metafile.outputs).filter(
    ([path]) => path.endsWith('.js') && path.includes(`/${folder}/`),
  );
  return outputs.flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])),
  );
}

it('nothing is in a bundle that docs/dependencies.md does not list as deployed, and vice versa', () => {
  const sources = new Set(folders.flatMap(readSources));
  const beside = Object.values(ASSETS).flatMap((assets) => assets.map(({ source }) => source));
  const found = new Set([...sources, ...beside].flatMap((one) => findPackage(one) ?? []));
  const listed = [...dependencyTable('Deployed'), ...dependencyTable('Deployed with them')];
  expect([...found].toSorted()).toEqual(listed.map(({ name }) => name).toSorted());
});

describe.each(folders)('the bundle of %s', (folder) => {
  // The functions of the documentation read its pages from other files. Their bundles can therefore have less than 10,000 bytes.
  if (!folder.startsWith('docs/'))
    it('stays within its budget', () => {
      const bytes = statSync(fileOf(folder, BUNDLE)).size;
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(budgets[folder] ?? TABLE_ONLY);
    });

  it('holds its own function and nothing of the laptop, the stacks or the tests', () => {
    const strange =
      /^(infra|site|local|ops|scripts|test|bin)\/|^functions\/.*\/(docs|scenario)\.ts$|aws-cdk-lib|\/constructs\//;
    const sources = readSources(folder);
    expect(sources.filter((source) => strange.test(source))).toEqual([]);
    const functions = sources.filter((source) => source.startsWith('functions/'));
    expect(functions).not.toEqual([]);
    expect(functions.filter((source) => !source.startsWith(`functions/${folder}/`))).toEqual([]);
  });
});

/** Returns the size of a folder as the uploaded ZIP archive, in bytes. */
function archiveBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return (
    files
      // The local stack stores `.compiled` files in these folders. They are not part of the upload.
      .filter(({ name }) => !name.endsWith('.compiled'))
      .map(({ parentPath, name }) => join(parentPath, name))
      // A ZIP archive contains each file name in two headers, which have 76 bytes without the names.
      .reduce((sum, path) => sum + deflateRawSync(readFileSync(path)).length + 76 + 2 * path.length, 0)
  );
}

it('a release is at most 25 MB with its layer, and a function that makes documents at most 1.5 MB', () => {
  const archives = new Map([...built.assets].map(([folder, path]) => [folder, archiveBytes(path)]));
  const makers = endpoints.filter(({ settings }) => settings.includes('DOCUMENT_FILES'));
  expect(makers).toHaveLength(5);
  for (const { folder } of makers) expect(archives.get(folder), folder).toBeLessThan(1_500_000);
  const total = [...archives.values()].reduce((sum, bytes) => sum + bytes, archiveBytes(built.layer));
  expect(total).toBeLessThan(25_000_000);
});

/** Finds the names of files that a package reads from its folder. */
const READ_BESIDE = /__dirname,\s*['"]([^'"]+)['"]/g;

it('every file that a package reads from the folder of its code is next to each bundle that holds it', () => {
  const read = folders.flatMap((folder) =>
    readSources(folder)
      .filter((source) => source.includes('node_modules/'))
      .flatMap((source) => [...readFileSync(source, 'utf8').matchAll(READ_BESIDE)])
      .map(([, name = '']) => [folder, name] as const),
  );
  expect(read).toContainEqual(['branding/update', 'lodepng.wasm']);
  expect(read.filter(([folder, name]) => !existsSync(fileOf(folder, name)))).toEqual([]);
});

it('no bundle has a part that a shim replaces', () => {
  const sources = new Set(folders.flatMap(readSources));
  for (const { path } of shims) expect(Object.keys(built.metafile.inputs), path).toContain(path);
  const replaced = /ini-file-loader\/(load|parse|read)|EventStreamSerde|node-config-provider\/from/;
  expect([...sources].filter((source) => replaced.test(source))).toEqual([]);
});

it('no bundle makes a formatter or a segmenter of Intl when it is loaded, which takes a tenth of a start, or has a handler that takes a callback, which Node 24 refuses', () => {
  const refuse = `
    for (const name of ['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat', 'PluralRules', 'Segmenter'])
      Intl[name] = class { constructor() { throw new Error('Intl.' + name); } };
    for (const file of process.argv.slice(1))
      try {
        if (require(file).handler.length > 2) console.log(file, 'has a handler that takes a callback');
      } catch (error) { console.log(file, error.message); }
    process.exit();`;
  const files = folders.map((folder) => fileOf(folder, 'index.js'));
  const run = spawnSync(process.execPath, ['-e', refuse, ...files], { encoding: 'utf8', env: environment });
  expect([run.stdout, run.stderr]).toEqual(['', '']);
});

it('no bundle requires a file beside it', () => {
  const asking = folders.filter((folder) => /require\("\.\.?\//.test(readFileSync(fileOf(folder, BUNDLE), 'utf8')));
  expect(asking).toEqual([]);
});

describe('crash points', () => {
  const namedIn = ({ assets }: DeployableBundles) =>
    [...assets]
      .filter(([folder]) => !folder.startsWith('docs/'))
      .flatMap(([, asset]) => readdirSync(asset).map((name) => join(asset, name)))
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => {
        const text = readFileSync(path, 'utf8');
        return ['atCrashPoint', ...crashPoints].filter((name) => text.includes(name));
      });

  it('are in no bundle that is deployed, not by name either', () => {
    expect(namedIn(built)).toEqual([]);
  });

  it('are all in the bundles of a stack that is crashed on purpose', async () => {
    const named = namedIn(await deployableBundles(true));
    expect([...new Set(named)].toSorted()).toEqual(['atCrashPoint', ...crashPoints].toSorted());
  });
});

it('there is a bundle for every handler, and a row for every bundle', () => {
  expect([...built.assets.keys()].toSorted()).toEqual(folders.toSorted());
  const handlers = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/handler.ts'))
    .map((path) => path.replace('/handler.ts', ''));
  expect(handlers.toSorted()).toEqual(folders.toSorted());
});

const node24 = process.env.NODE24_BIN;
const reason = 'NODE24_BIN names no Node.js 24';

describe.skipIf(node24 === undefined || !existsSync(node24))(`on the deployed runtime (skipped: ${reason})`, () => {
  it.each(folders)('%s loads and responds', (folder) => {
    const row = endpoints.find((endpoint) => endpoint.folder === folder);
    const event = row === undefined ? { Records: [] } : gatewayEvent({ httpMethod: row.method, resource: row.path });
    const run = spawnSync(
      node24 ?? '',
      ['-e', INVOKE, fileOf(folder, 'index.js'), JSON.stringify(event), JSON.stringify(lambdaContext())],
      {
        encoding: 'utf8',
        // A response can contain a whole document as JSON inside JSON.
        maxBuffer: 16 * 1024 * 1024,
        env: { ...environment, LOG_LEVEL: 'silent' },
      },
    );
    expect(run.stderr).toBe('');
    const { version, parameters, result, failure } = JSON.parse(run.stdout);
    expect(version).toMatch(/^v24\./);
    // The Lambda runtime rejects handlers with a callback parameter.
    expect(parameters).toBeLessThan(3);
    // Unlike the other workers, the redrive works without a batch. It calls DynamoDB and fails, because no server is running.
    if (folder === 'workers/redrive-overdue') expect(failure).toMatch(/(\d+) of \1 partitions could not be redriven/);
    else expect(failure).toBeUndefined();
    if (row?.scope === 'partner')
      expect([result.statusCode, JSON.parse(result.body).message]).toEqual([401, 'API Key is missing']);
    if (row?.scope === 'public') expect([200, 404]).toContain(result.statusCode);
    // The request contains no link token, and the sandbox has no provider.
    if (row?.scope === 'link' || row?.scope === 'provider') expect(result.statusCode).toBe(404);
  });
});

const INVOKE = `
  const [bundle, event, context] = process.argv.slice(1);
  const { handler } = require(bundle);
  const records = JSON.parse(event);
  const print = (outcome) => process.stdout.write(JSON.stringify({ version: process.version, parameters: handler.length, ...outcome }));
  handler(records, { ...JSON.parse(context), getRemainingTimeInMillis: () => 10000 })
    .then((result) => print({ result }), (error) => print({ failure: [error.name, error.code, error.message].join(' ') }));
`;

/** Environment of the handlers. `AWS_ENDPOINT_URL` has no server: an empty batch or a request without a key needs no service. */
const environment = {
  STAGE: 'sandbox',
  TABLE_NAME: 'table',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_MAX_ATTEMPTS: '1',
  SANDBOX_STEP_MS: '2000',
  QUOTE_TTL_S: '60',
  WEBHOOK_DELAYS_S: '0,60,300,600,900',
  EVENT_BUS_NAME: 'bus',
  FIRST_ATTEMPTS_QUEUE_URL: 'http://127.0.0.1:9/first',
  RETRIES_QUEUE_URL: 'http://127.0.0.1:9/retry',
  STEPS_QUEUE_URL: 'http://127.0.0.1:9/steps',
  WEBHOOK_KEY_ID: 'key',
};
