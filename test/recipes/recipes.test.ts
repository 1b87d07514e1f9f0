/** Follows recipe 1 of CONTRIBUTING.md in a copy of the project: an endpoint that reads and an endpoint that creates. */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ENDPOINTS = 'shared/contract/endpoints.ts';
const NEXT_ROW = "  partner({ id: 'listWallets',";
const NEW_ROWS = [
  "  partner({ id: 'getWallet', folder: 'wallets/get', method: 'GET', path: '/users/{userId}/wallets/{walletId}', table: ['GetItem'], tag: 'Wallets', summary: \"Read a user's wallet\" }),",
  "  partner({ id: 'importWallet', folder: 'wallets/import', method: 'POST', path: '/users/{userId}/wallets/import', table: ['GetItem'], idempotent: true, tag: 'Wallets', summary: 'Save a wallet by its address' }),",
];
const SCENARIOS = 'test/scenarios/users.ts';
const NEXT_SCENARIO = '  getWalletBalances: {';
const NEW_SCENARIOS = `  getWallet: {
    given: ['createWallet'],
  },
  importWallet: {
    given: ['createUser'],
    others: [{ address: '0xde709f2102306220921060314715629080e2fb77' }],
    effect: { entity: 'WALLET' },
    billed: [3, 8],
  },`;
const DOCS = 'functions/wallets/docs.ts';
const NEXT_CONTRACT = "import { contract as listContract } from './list/contract';";
const NEW_CONTRACTS = ['get', 'import'].map(
  (name) => `import { contract as ${name}Contract } from './${name}/contract';`,
);
/**
 * Table actions with which the new endpoint starts. The first command of the recipe reports the missing actions. The test then
 * adds them (`ALL_ACTIONS`).
 */
const FIRST_ACTIONS = "wallets/import', table: ['GetItem'],";
const ALL_ACTIONS = "wallets/import', table: ['GetItem', 'Query', 'PutItem'],";

/** New files by their paths in the project. */
const newFiles = ['reader', 'creation'].flatMap((name) => {
  const folder = join(import.meta.dirname, name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => ({ file: path.replace(/\.txt$/, ''), source: join(folder, path) }));
});

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [recipe = ''] = (guide.split(/^(?=## )/m).find((section) => section.startsWith('## 1 ')) ?? '').split(
  /^Only some endpoints need these steps/m,
);
const commands = [...recipe.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replace(/\s+#.*/, ''));

describe('the recipe of an endpoint', () => {
  it('names every place', () => {
    const named = [...recipe.matchAll(/`([\w.<>/-]+\/[\w.<>-]+\.\w+)`|\]\(([\w./-]+)\)/g)].map(
      ([, inText, linked]) => inText ?? linked ?? '',
    );
    const patterns = named.map(
      (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/<[\w-]+>/g, '[^/]+')}$`),
    );
    const shared = [ENDPOINTS, SCENARIOS, DOCS];
    const places = [...shared, ...newFiles.map(({ file }) => file)];
    expect(shared.length + newFiles.filter(({ file }) => file.includes('/get')).length).toBeLessThanOrEqual(6);
    expect(shared.length + newFiles.filter(({ file }) => file.includes('/import')).length).toBeLessThanOrEqual(8);
    expect(places.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
  });

  it('begins with the actions of the row, and compares generated files after it has written them', () => {
    expect(commands[0]).toBe('npx vitest run test/infra/table-actions.test.ts');
    const compared = commands.findIndex((command) => command.includes('test/contract/openapi.test.ts'));
    expect(compared).toBeGreaterThan(commands.indexOf('npm run docs'));
    expect(commands).toContain('npm run check');
  });
});

describe.skipIf(!existsSync(join(ROOT, '.git')))('a copy of the checkout', () => {
  let parent: string;
  let folder: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'partner-ramp-recipes-'));
    folder = join(parent, 'checkout');
    copyCheckout(folder);
    for (const { file, source } of newFiles) copyTo(source, join(folder, file));
    edit(join(folder, ENDPOINTS), NEXT_ROW, [...NEW_ROWS, NEXT_ROW].join('\n'));
    edit(join(folder, DOCS), NEXT_CONTRACT, [...NEW_CONTRACTS, NEXT_CONTRACT].join('\n'));
    appendFileSync(join(folder, DOCS), readFileSync(join(import.meta.dirname, 'docs.ts.txt')));
    edit(join(folder, SCENARIOS), NEXT_SCENARIO, `${NEW_SCENARIOS}\n${NEXT_SCENARIO}`);
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }));

  /** Runs a command line like a developer, without the environment of this test run. */
  function run(command: string): Promise<{ readonly code: number | null; readonly output: string }> {
    return new Promise((done, fail) => {
      const { PATH = '', HOME } = process.env;
      const path = `${join(folder, 'node_modules/.bin')}${delimiter}${PATH}`;
      const env = { HOME, TMPDIR: parent, NO_COLOR: '1', PATH: path };
      const child = spawn(command, { cwd: folder, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.on('error', fail).on('close', (code) => done({ code, output }));
    });
  }

  it('passes the commands of the recipe', { timeout: 1_200_000 }, async () => {
    // In `ENDPOINTS`, the row of `importWallet` first allows only `GetItem`. The first command of the recipe must fail and name
    // `importWallet`, because its handler needs more actions.
    const { code, output } = await run(commands[0] ?? '');
    expect(code, output).not.toBe(0);
    expect(output).toContain('importWallet');
    edit(join(folder, ENDPOINTS), FIRST_ACTIONS, ALL_ACTIONS);
    const runs = commands.filter((command) => command.startsWith('npx vitest run '));
    const tests = runs
      .filter((command) => !command.endsWith(' -u'))
      .flatMap((command) => command.split(' ').slice(3).flatMap(filled));
    for (const command of [
      ...['npm run format', 'npm run docs', ...runs.filter((one) => one.endsWith(' -u'))],
      ...['npm run docs', 'npm run check', `npx vitest run ${[...new Set(tests)].join(' ')}`],
    ]) {
      const result = await run(command);
      expect(result.code, `${command}\n${result.output}`).toBe(0);
    }
  });
});

/** Replaces `<resource>/<operation>` with the folder of each new endpoint. */
function filled(word: string): string[] {
  if (!word.includes('<resource>/<operation>')) return [word];
  return ['wallets/get', 'wallets/import'].map((endpoint) => word.replace('<resource>/<operation>', endpoint));
}

function edit(file: string, find: string, put: string): void {
  const parts = readFileSync(file, 'utf8').split(find);
  expect(parts.length, `${file} has this text once: ${find}`).toBe(2);
  writeFileSync(file, parts.join(put));
}

function copyTo(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

/** State file of the type checker. With this file, the first check of the copied project covers only changed files. */
const TYPES_STATE = 'node_modules/.cache/tsc/project.json';

function copyCheckout(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\0');
  for (const file of [...files, TYPES_STATE])
    if (file !== '' && existsSync(join(ROOT, file))) copyTo(join(ROOT, file), join(folder, file));
  // Links each package separately. Files that tools write into `node_modules` then stay in the copy.
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') || name === '.bin')
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
}
