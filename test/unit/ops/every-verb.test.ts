import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { manual } from '#ops/manual';
import { optionName } from '#ops/options';
import { loadNouns } from '#ops/program';
import { createPartner, findPartner, readAudit } from '#shared/partners/repository';
import { findUser, insertUser } from '#shared/users/repository';
import { aUser } from '#test/support/builders/users';
import { ops, opsOn, toolOnTable } from './tool';
import { verbs } from './verbs';

const ROOT = resolve(import.meta.dirname, '../../..');
const ID = '019a0000-0000-7000-8000-000000000000';

describe.each(verbs)('$name', ({ noun, verb, name, options, about, writes, asks }) => {
  it('has a help text that tells each of its options', async () => {
    const result = await ops([noun, verb, '--help']);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain(`${about}.`);
    const keys = [...Object.keys(options), 'env', 'json', 'dataDir', 'yes'];
    for (const key of keys) expect(result.out).toContain(`--${optionName(key)}`);
    expect((await ops([noun, '--help'])).out).toContain(name);
  });

  it('asks in production only where it writes', () => {
    expect(asks && !writes).toBe(false);
  });
});

it('verbs that write ask in production, except those that take nothing away', () => {
  const unasked = verbs.filter(({ writes, asks }) => writes && !asks).map(({ name }) => name);
  // The last verb, `files empty`, works only in the sandbox.
  expect(unasked).toEqual([
    ...['partner create', 'partner resume', 'key issue', 'approval reject', 'stage allow-deployment'],
    'restore prepare',
    'files empty',
  ]);
  const sometimes = verbs.filter(({ asksWhen }) => asksWhen !== undefined).map(({ name }) => name);
  expect(sometimes).toEqual(['key rotate', 'feed check', 'release prune']);
  expect(manual()).toContain(
    'grace period. *Writes; in production it needs a second person and requests confirmation if --grace-hours is 0.*',
  );
});

it('the manual is as the commands say', () => {
  const stored = readFileSync(resolve(ROOT, 'docs/operator-tool.md'), 'utf8');
  expect(stored, 'run npm run docs').toBe(manual());
});

/** Returns the command lines of a document: from inline code, and from code blocks, where comments are removed. */
function commandLines(document: string): string[] {
  const text = readFileSync(resolve(ROOT, document), 'utf8').replaceAll(/\\\n\s*/g, '');
  const found = text.matchAll(/`npm run -s ops -- ([^`]+)`|^npm run -s ops -- ([^#\n]+)/gm);
  const lines = [...found].map(([, inline, line = '']) => (inline ?? line).replaceAll(/\s+/g, ' ').trim());
  return lines.filter((line) => !/[…<>]/.test(line));
}

const documents = [
  'README.md',
  ...readdirSync(resolve(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];
const documented = documents.flatMap((document) => commandLines(document).map((line) => [document, line] as const));

it('documents name commands', () => expect(documented.length).toBeGreaterThan(40));

it.each(documented)('%s has a command that the tool takes: %s', async (_, line) => {
  const missing: string[] = [];
  for (const own of Object.values(await loadNouns()))
    for (const verb of Object.values(own))
      vi.spyOn(verb, 'perform').mockImplementation(async (_name, typed) => {
        const required = Object.entries(verb.options).filter((entry) => entry[1].required);
        missing.push(...required.flatMap(([key]) => (typed[key] === undefined ? key : [])));
        return { text: '', json: {} };
      });
  const { code, error } = await opsOn(line.replaceAll('"', '').split(' '));
  vi.restoreAllMocks();
  expect({ code, error, missing }).toEqual({ code: 0, error: '', missing: [] });
});

describe('in production', () => {
  const { here } = toolOnTable('--env', 'production');

  it('a rotation asks where it leaves no grace period, and a check of a feed where it repairs', async () => {
    const { partnerId, keyId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const rotate = ['key', 'rotate', '--partner', partnerId, '--id', keyId, ...here()];
    const check = ['feed', 'check', '--partner', partnerId, ...here()];
    for (const args of [
      [...rotate, '--grace-hours', '0'],
      [...check, '--repair'],
    ])
      expect(await ops(args, 'Acm')).toMatchObject({ code: 1, asked: [expect.stringContaining('(Acme)')] });
    for (const args of [check, [...rotate, '--grace-hours', '1'], ['key', 'issue', '--partner', partnerId, ...here()]])
      expect(await ops(args)).toMatchObject({ code: 0, asked: [] });
  });

  it('what concerns a transaction asks for the name of its partner, and finds none of an unknown one', async () => {
    const output = await ops(['transaction', 're-emit', '--id', ID, ...here()], 'Acme');
    expect(output).toMatchObject({ code: 1, out: '', asked: [], error: `There is no transaction ${ID}.\n` });
  });

  it('the erasure of a user asks the same, a count of what it would take asks nothing', async () => {
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const user = aUser({ partnerId });
    await insertUser(user);
    const erase = ['user', 'erase', '--id', user.id, '--bucket', 'none', ...here()];
    const output = await ops(erase, 'Acm');
    expect(output).toMatchObject({ code: 1, out: '', asked: [expect.stringContaining('(Acme)')] });
    expect(output.error).toContain('Nothing was changed');
    expect((await ops(['user', 'erase', '--id', ID, ...here()], 'Acme')).error).toBe(`There is no user ${ID}.\n`);
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
    const counted = await ops([...erase, '--dry-run']);
    delete process.env.AWS_ENDPOINT_URL_S3;
    expect(counted).toMatchObject({ code: 1, asked: [] });
    expect(await findUser(user.id)).toEqual(user);
  });

  it('a verb without an object asks for a word, and does nothing without it', async () => {
    for (const args of [
      ['stream', 'replay'],
      ['dlq', 'redrive'],
      ['release', 'prune'],
    ]) {
      const output = await ops([...args, ...here()], 'yes');
      expect(output).toMatchObject({ code: 1, out: '', asked: [expect.stringContaining('type the word')] });
      expect(output.error).toContain('Nothing was changed');
    }
    expect(await readAudit('PLATFORM')).toEqual([]);
  });

  it('a replay that is not confirmed leaves no record, and one without a URL neither', async () => {
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const replay = ['notification', 'replay', '--partner', partnerId, '--status', 'FAILED', ...here()];
    expect((await ops(replay, 'Acm')).error).toContain('Nothing was changed');
    expect((await ops(replay, 'Acme')).error).toContain('no webhook URL');
    expect((await ops([...replay, '--yes'])).asked).toEqual([]);
    expect((await readAudit(partnerId)).map(({ verb }) => verb)).toEqual(['partner create']);
    expect(await findPartner(partnerId)).toMatchObject({ version: 1 });
  });

  it('records tell who did what', async () => {
    const { partnerId } = await createPartner({
      name: 'B',
      stage: 'production',
      atMs: Date.now(),
      operator: 'olga',
    });
    const output = await ops(['audit', 'list', '--partner', partnerId, ...here()]);
    expect(output.code).toBe(0);
    expect(output.out).toMatch(/^AT +OPERATOR +VERB +DETAILS\n\S+ +olga +partner create +keyId=/);
    const all = (await ops(['audit', 'list', ...here()])).out;
    expect(all).toMatch(/^AT +OPERATOR +PARTNER +VERB +DETAILS\n/);
    expect(all).toMatch(new RegExp(`^\\S+ +olga +${partnerId} +partner create +keyId=`, 'm'));
  });
});
