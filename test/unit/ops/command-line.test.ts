import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findVerb, positionalOf } from '#ops/program';
import { upperCased } from '#ops/text';
import { ops, opsOn } from '#test/unit/ops/tool';

/** State file of a stack whose addresses do not respond. */
const nowhere = {
  ...{ baseUrl: 'http://127.0.0.1:1', dynamodbEndpoint: 'http://127.0.0.1:1', sqsEndpoint: 'http://127.0.0.1:1' },
  ...{ s3Endpoint: 'http://127.0.0.1:1', filesBucket: 'files', queues: {}, providerEventsSecrets: {} },
};

const ID = '019a0000-0000-7000-8000-000000000000';
const HALVES = '--cidr 0.0.0.0/1 --cidr 128.0.0.0/1';
/** Splits a command line into words. Replaces `ID` and `HALVES` by their values. */
const words = (line: string) =>
  line === ''
    ? []
    : line
        .replace('HALVES', HALVES)
        .replaceAll(/\bID\b/g, ID)
        .split(' ');
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-ops-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a command line that is not understood', () => {
  it.each([
    ['nothing', '', 'Specify a command.'],
    ['an unknown noun', 'planet create', '"planet" is an unknown command'],
    ['a noun alone', 'partner', 'Specify a command of "partner".'],
    ['an unknown verb', 'partner destroy', '"destroy" is an unknown command'],
    ['options first', '--json partner list', 'Specify a command.'],
    ['an unknown option', 'partner create --nmae x', "Unknown option '--nmae'. Did you mean --name?"],
    ['an unknown noun that is like one', 'partnr list', '"partnr" is an unknown command. Did you mean "partner"?'],
    ['an unknown verb that is like one', 'hold relase', 'of "hold". Did you mean "release"?'],
    ['two values without an option', 'partner show ID ID', 'This command accepts only one, for --id'],
    ['a value with and without its option', 'partner show ID --id ID', 'Use --id only once'],
    ['a value of another form', 'transaction show x', '--id must be an identifier'],
    ['a value for no option', 'rail set SPEI', 'accepts no positional arguments'],
    ['a word too many', 'partner list all', "Unexpected argument 'all'"],
    ['a missing option', 'partner create', '--name is missing.'],
    ['an empty option', 'partner create --name \t', '--name is missing.'],
    ['a missing value', 'partner create --name', 'argument missing'],
    ['an option in the place of a value', 'partner create --name --json', "Option '--name' argument is ambiguous."],
    ['an option twice', 'partner create --name A --name B', 'Use --name only once.'],
    ['a name over two lines', 'partner create --name A\nB', '--name must have 1 to 100 characters'],
    ['an unknown flow', 'partner create --name A --flows OTC,X', '--flows must be a list of REGULAR'],
    ['no identifier', 'partner show --id acme', '--id must be an identifier'],
    ['an unknown environment', 'partner list --env moon', '--env must be one of local, sandbox, production'],
    ['a life without unit', 'key issue --partner ID --expires-in 30', '--expires-in must be a duration'],
    ['no life', 'key issue --partner ID --expires-in 0d', '--expires-in must be a duration'],
    ['a life and an end', 'key issue --partner ID --expires-in 1d --expires-at 2999-01-01T00:00:00Z', 'not both'],
    ['an end in the past', 'key issue --partner ID --expires-at 2026-01-01T00:00:00Z', '--expires-at is in the past'],
    ['an end without zone', 'key issue --partner ID --expires-at 2999-01-01T00:00:00', '--expires-at must be a time'],
    ['a scope of nothing', 'key issue --partner ID --scope users', '--scope must be one of users, kyc'],
    ['a scope in upper case', 'key issue --partner ID --scope Users:read', '--scope must be one of users, kyc'],
    ['all scopes', 'key issue --partner ID --scope *', '--scope must be one of users, kyc'],
    ['an IPv6 range with all of IPv4', 'key issue --partner ID --cidr ::/64', '--cidr must be a range'],
    ['halves of IPv4', 'key issue --partner ID HALVES', 'The ranges of --cidr contain all addresses'],
    ['halves for a key', 'key allow --partner ID --id ID HALVES', '--cidr contain all'],
    ['a long life', 'key issue --partner ID --expires-in 3651d', 'at most ten years'],
    ['a long grace', 'key rotate --partner ID --id ID --grace-hours 721', 'from 0 to 720'],
    ['no branding', 'branding set --partner ID', 'Nothing to change'],
    ['a light colour', 'branding set --partner ID --color #ff6600', 'a contrast of at least 4.5:1'],
    ['an address without https', 'branding set --partner ID --help-url http://a.example/', 'must be an https URL'],
    ['a name of nothing', 'branding set --partner ID --display-name \t', 'must be a name of 1 to 60'],
    ['a part of no branding', 'branding clear --partner ID --fields font', 'must be a list of displayName'],
    ['no change', 'limits set --partner ID', 'Nothing to change'],
    ['a short quote', 'limits set --partner ID --quote-ttl 4', 'from 5 to 900'],
    ['a long quote', 'limits set --partner ID --quote-ttl 901', 'from 5 to 900'],
    ['a wide spread', 'limits set --partner ID --max-premium-spread 5.1', 'a fraction from 0 to 5'],
    ['a range of nothing', 'limits set --partner ID --range BRL=1:2', 'with a currency of MXN'],
    ['a range without end', 'limits set --partner ID --range MXN=1', 'must be a value such as MXN='],
    ['a range upside down', 'limits set --partner ID --range MXN=2:1', 'above the largest'],
    ['a range of parts of a cent', 'limits set --partner ID --range MXN=0.001:1', 'at most 2 decimals'],
    ['a check of a match', 'limits set --partner ID --payee-check MX.MATCH=FAIL', 'SEPA.NO_MATCH=REVIEW'],
    ['a limit of nothing', 'limits set --partner ID --limit WEEK=5', '--limit must be a value such as USER_DAY='],
    ['a limit of 0', 'limits set --partner ID --limit USER_DAY=0', 'an amount above 0'],
    ['a limit of mills', 'limits set --partner ID --limit USER_DAY=1.001', '--limit must be a value such as'],
    ['a limit of two', 'limits set --partner ID --limit USER_DAY=1=2', '--limit must be a value such as'],
    ['a limit without end', 'limits set --partner ID --limit USER_DAY=99999999999999', '--limit must be a value'],
    ['an unknown currency', 'limits set --partner ID --fiat-currencies MXN,BRL', 'must be a list of MXN'],
    ['no choice', 'notification replay --partner ID', 'Use --id, or a range'],
    [
      'one notification to one endpoint',
      'notification replay --partner ID --id ID --to-endpoint ID',
      'Use --to-endpoint with a range, not with --id',
    ],
    ['two choices', 'notification replay --partner ID --id ID --status SENT', 'Use --id, or a range'],
    ['an unknown status', 'notification list --partner ID --status LOST', '--status must be one of PENDING, SENT'],
    ['an instant without a zone', 'notification list --partner ID --from 2026-11-21T10:00', '--from must be a time'],
    [
      'times upside down',
      'notification list --partner ID --from 2026-11-21T10:00Z --to 2026-11-20T10:00Z',
      'is after --to',
    ],
    ['an unknown event', 'provider-event send --transaction ID --type MIRACLE --event-id x', 'must be a known name'],
    ['no ticket', 'provider-event send --transaction ID --type X', '--event-id is missing.'],
    ['too many ranges', 'stream replay --limit 1001', 'from 1 to 1000'],
  ])('%s: usage and exit code 2', async (_what, line, sentence) => {
    const output = await ops(words(line));
    expect(output).toMatchObject({ code: 2, out: '', asked: [] });
    expect(output.error).toContain(sentence);
    expect(output.error).toContain('Usage: npm run -s ops -- ');
    expect(output.error).not.toMatch(/\n\s+at /);
  });
});

describe('help', () => {
  it('tells everything the tool can do', async () => {
    const output = await ops(['--help']);
    expect(output).toMatchObject({ code: 0, error: '' });
    for (const line of ['partner create', 'key rotate', 'limits set', 'transaction show'])
      expect(output.out).toContain(line);
  });

  it('prints no control characters of what it quotes', async () => {
    const { error } = await ops(['\u001b]0;title\u0007\u009b2J\u202e']);
    expect(error).toContain('"\\u001b]0;title\\u0007\\u009b2J\\u202e" is an unknown command');
  });

  it('tells the verbs of a noun', async () => {
    const output = await ops(['key', '-h']);
    expect(output.code).toBe(0);
    expect(output.out).toContain('key revoke');
    expect(output.out).not.toContain('partner create');
  });

  it('tells the options of a verb', async () => {
    const output = await ops(['key', 'issue', '--help']);
    expect(output.code).toBe(0);
    expect(output.out).toContain('--partner ID [--name NAME] [--expires-in DURATION]');
  });
});

describe('without a running stack', () => {
  it('says so in one sentence', async () => {
    const output = await ops(['partner', 'list', '--data-dir', folder]);
    expect(output).toMatchObject({ code: 1, out: '' });
    expect(output.error).toBe(
      `No local stack is running: start one with npm start (looked for ${join(folder, 'stack.json')}).\n`,
    );
  });

  it('is not misled by the file of a stack that was killed', async () => {
    const state = { ...nowhere, tableName: 'none' };
    // No process has this id: it is the highest signed 32-bit number.
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ ...state, pid: 2 ** 31 - 1 }));
    const output = await ops(['partner', 'list', '--data-dir', folder]);
    expect(output).toMatchObject({ code: 1, out: '' });
    expect(output.error).toBe(
      `No local stack is running: the process of the last local stack (2147483647) has ended. Start it again with npm start (looked for ${join(folder, 'stack.json')}).\n`,
    );
    // The process id now belongs to another process: the process of this test.
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ ...state, pid: process.pid }));
    const reused = await ops(['partner', 'list', '--data-dir', folder]);
    expect(reused.error).toContain(
      `the process of the last local stack (${process.pid}) has ended. Start it again with npm start`,
    );
  });

  it.skipIf(process.platform === 'win32')(
    'takes no state that others could have written, and no address elsewhere (skipped: Windows has no modes of files)',
    async () => {
      const file = join(folder, 'stack.json');
      const state = { ...nowhere, pid: process.pid };
      const errorOf = async (other: object, mode = 0o600) => {
        writeFileSync(file, JSON.stringify({ ...state, tableName: 'none', ...other }));
        chmodSync(file, mode);
        return (await ops(['partner', 'list', '--data-dir', folder])).error;
      };
      const gone = `the process of the last local stack (${process.pid}) has ended`;
      const absent = 'No local stack is running: start one with npm start';
      expect(await errorOf({})).toContain(gone);
      expect(await errorOf({}, 0o666)).toContain(absent);
      for (const address of ['http://0.0.0.0:1', 'https://dynamodb.example.com', 'http://127.0.0.1:1/elsewhere'])
        for (const name of ['baseUrl', 'dynamodbEndpoint', 'sqsEndpoint', 's3Endpoint'])
          expect(await errorOf({ [name]: address })).toContain(absent);
      chmodSync(folder, 0o777);
      expect(await errorOf({})).toContain(absent);
      chmodSync(folder, 0o700);
    },
  );

  it('says in one sentence that nothing responds', async () => {
    const output = await opsOn(['partner', 'list', '--endpoint', 'http://127.0.0.1:1', '--table', 'none']);
    expect(output).toMatchObject({ code: 1, out: '' });
    expect(output.error).toMatch(/^The database does not respond.*\.\n$/);
  });
});

it('takes a value that begins with a dash where it is joined to its option', async () => {
  const result = await ops(['partner', 'create', '--name=-x', '--data-dir', folder]);
  expect(result).toMatchObject({ code: 1, error: expect.stringContaining('No local stack is running') });
});

it.each([
  ['partner show', 'id'],
  ['transaction show', 'id'],
  ['approval approve', 'id'],
  ['notification show', 'id'],
  ['key revoke', 'id'],
  ['hold release', 'transaction'],
  ['limits show', 'partner'],
  ['partner list', undefined],
])('the value that %s takes without an option is that of %s', async (name, option) => {
  expect(positionalOf((await findVerb(name))?.options ?? {})).toBe(option);
});

it('headings of lists are the same everywhere', () => {
  expect(Object.keys(upperCased({ id: 1, partnerId: 1, createdAt: 1, lastError: 1, at: 1 }))).toEqual([
    ...['ID', 'PARTNER', 'CREATED', 'LAST ERROR', 'AT'],
  ]);
  expect(Object.keys(upperCased({ event: 1, eventId: 1 }))).toEqual(['EVENT', 'EVENT ID']);
});
