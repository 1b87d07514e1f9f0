/** Rules for imports between folders, and for the files that may contain keys, items and expressions of the table. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** A top-level folder imports only folders of the same level or a lower level. */
const LEVELS: Readonly<Record<string, number>> = {
  shared: 0,
  sdk: 0,
  functions: 1,
  infra: 2,
  site: 2,
  bin: 3,
  local: 3,
  ops: 4,
  ci: 5,
  cloud: 5,
  docs: 5,
  test: 6,
  bench: 7,
};

/** Folders of `shared` in order: each folder imports only folders before it. */
const SHARED = [
  ...['values', 'platform', 'dynamodb', 'api', 'http'],
  ...['corridors', 'limits', 'partners', 'links', 'users', 'documents', 'quotes', 'wallets', 'webhooks'],
  ...['signatures', 'identity', 'bank-accounts', 'receivers', 'transactions', 'changes', 'providers', 'hosted-pages'],
  ...['contract', 'erasure', 'handlers'],
];

const TABLE_TERMS =
  /\b(StoredRecord|RecordKey|PK|SK|GSI\w*|KeyConditionExpression|(?:Condition|Update|Projection|Filter)Expression|ExpressionAttribute\w+|(?:TransactWrite|BatchGet|Get|Put|Update|Delete|Query)Command)\b/;
const TABLE_MODULES = /^shared\/dynamodb\/(keys|table|writes)\.ts$|^@aws-sdk\/(client|lib)-dynamodb$/;
/** Modules of `shared` that only the service may use: table access, repositories and the request pipeline. */
const SERVICE = 'shared\\/(?:dynamodb\\/|http\\/|handlers\\/|.*\\/repository\\.ts)';
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const IMPORTS =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

/** Returns the top-level folder of a file. File names omit `tools/`. */
const room = (file: string) => file.split('/')[0] ?? '';
const level = (file: string) => LEVELS[room(file)] ?? 0;
const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => room(path.replace(/^tools\//, '')) in LEVELS && existsSync(path));
const texts = new Map(paths.map((path) => [path.replace(/^tools\//, ''), readFileSync(path, 'utf8')]));
const files = [...texts.keys()];
/** Imports of each file: project files or package names. */
const imports = [...texts].flatMap(([from, text]) =>
  [...text.matchAll(IMPORTS)].flatMap(([, stated, run, loaded]) => {
    const name = stated ?? run ?? loaded ?? '';
    if (!/^[#.]/.test(name)) return [{ from, to: name }];
    const path = name.startsWith('#')
      ? name.slice(1).replace(/^sdk\//, 'sdk/src/')
      : posix.join(posix.dirname(from), name);
    const module = path.replace(/\.(tsx?|js)$/, '');
    const to = [`${module}.ts`, `${module}.tsx`].find((file) => texts.has(file));
    return to === undefined ? [] : [{ from, to }];
  }),
);
const shown = (found: readonly { from: string; to: string }[]) => found.map(({ from, to }) => `${from} -> ${to}`);

it('the imports are read', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(imports.length).toBeGreaterThan(4000);
});

it('no room imports a higher one', () => {
  expect(shown(imports.filter(({ from, to }) => level(to) > level(from)))).toEqual([]);
});

it('no folder of shared imports one above it', () => {
  const isShared = (file: string) => room(file) === 'shared';
  const height = (file: string) => SHARED.indexOf(file.split('/')[1] ?? '');
  expect(new Set(files.filter(isShared).map(height))).toEqual(new Set(SHARED.keys()));
  const inside = imports.filter(({ from, to }) => isShared(from) && isShared(to));
  expect(shown(inside.filter(({ from, to }) => height(to) > height(from)))).toEqual([]);
});

it('no function imports another', () => {
  const folder = (file: string) => posix.dirname(file);
  const isFunction = (file: string) => room(file) === 'functions';
  const across = imports.filter(
    ({ from, to }) =>
      isFunction(from) && isFunction(to) && folder(from) !== folder(to) && posix.basename(from) !== 'docs.ts',
  );
  expect(shown(across)).toEqual([]);
});

it('a handler has at most 45 lines: what decides is in a file next to it', () => {
  const handlers = [...texts].filter(([file]) => file.endsWith('/handler.ts') && room(file) === 'functions');
  expect(handlers.length).toBeGreaterThan(90);
  expect(handlers.filter(([, text]) => text.split('\n').length - 1 > 45).map(([file]) => file)).toEqual([]);
});

/** Imports that are forbidden in addition to the rules about folders above. */
it.each([
  [
    'domains and values import domains and values alone, and nothing that reads or sends',
    /^shared\/(.*\/domain|values)\//,
    /^(?!shared\/(.*\/domain|values)\/).*\.tsx?$|^(@aws-sdk|@middy|zod|undici|node:(https?|fs))\b/,
  ],
  ['zod/mini is a third of the bytes of zod', /^(shared|functions|local)\//, /^zod$/],
  ['documentation is in no bundle', /^functions\/.*(?<!\/docs)\.ts$/, /^functions\/.*\/docs\.ts$/],
  [
    'infrastructure reads the endpoint table and names only',
    /^(infra|bin)\//,
    new RegExp(`^(functions|sdk)\\/|^${SERVICE}`),
  ],
  [
    'the developer pages read documents, plain facts of shared, and the manifest that their function reads',
    /^site\/(?!browser|console)/,
    new RegExp(`^functions\\/(?!docs\\/page\\/manifest)|^(infra|sdk)\\/|^${SERVICE}`),
  ],
  [
    'scripts of pages run in browsers: they import their own folder, types, and the SDK',
    /^site\/(browser|console)\//,
    /^(?!site\/|sdk\/).*\.tsx?$|^node:/,
  ],
  ["the operator tool imports the partners' command line of the SDK alone", /^ops\//, /^sdk\/(?!src\/cli\/)/],
  [
    'what speaks to an account imports documented examples of functions, and of the SDK its polling',
    /^cloud\//,
    /^functions\/(?!.*\/docs\.ts$)|^sdk\/(?!src\/cli\/poll\.ts$)/,
  ],
  ['the SDK has no dependencies and knows nothing of the service', /^sdk\/src\/(?!cli\/)/, /^(?!sdk\/)/],
  ['the command line of the SDK has no dependencies but Node.js', /^sdk\/src\/cli\/(?!mcp\/)/, /^(?!sdk\/|node:)/],
  [
    'its server for agents has three more, which are bundled into the package of the SDK',
    /^sdk\/src\/cli\/mcp\//,
    /^(?!sdk\/|node:|@modelcontextprotocol\/server|minisearch$|zod$)/,
  ],
])('%s', (_, files, forbidden) => {
  expect(imports.filter(({ from }) => files.test(from))).not.toEqual([]);
  expect(shown(imports.filter(({ from, to }) => files.test(from) && forbidden.test(to)))).toEqual([]);
});

/** Returns true for files that may contain keys, items and expressions of the table. */
const speaksTable = (file: string) => /^shared\/dynamodb\/|\/(repository|item)\.ts$/.test(file);
// Domains contain ISO country codes such as PK (Pakistan) and SK (Slovakia).
const isUseCase = (file: string) =>
  ['shared', 'functions'].includes(room(file)) && !speaksTable(file) && !file.includes('/domain/');

it('only repositories and items name keys, records and expressions of the table', () => {
  const found = files.filter(isUseCase).flatMap((file) => {
    const term = TABLE_TERMS.exec(texts.get(file)?.replace(COMMENTS, '') ?? '');
    return term === null ? [] : [`${file}: ${term[0]}`];
  });
  expect(found).toEqual([]);
});

it('only repositories and items import the modules of the table and its clients', () => {
  expect(shown(imports.filter(({ from, to }) => isUseCase(from) && TABLE_MODULES.test(to)))).toEqual([]);
});
