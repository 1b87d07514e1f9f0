import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { commands } from '#sdk/cli/program';
import { cli, environmentOf } from '#test/support/cli';

describe('the command line for partners', () => {
  it('says what there is', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, out } = await cli(args);
      expect([code, Object.keys(commands).filter((name) => !out.includes(`\n  ${name} `))]).toEqual([0, []]);
    }
  });

  it.each(Object.entries(commands))('explains %s', async (name, { about, words, options }) => {
    const { code, out } = await cli([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out.startsWith(`Usage: ${['partner-ramp', name, ...words, '[options]'].join(' ')}\n\n${about}.\n`)).toBe(
      true,
    );
    for (const option of [...Object.keys(options), 'profile', 'json', 'help']) expect(out).toContain(`\n  --${option}`);
    expect((await cli(['help', ...name.split(' ')])).out).toBe(out);
    expect((await cli([...name.split(' '), '-h'])).out).toBe(out);
  });

  it.each(['tx', 'addresses'])('explains the commands of %s', async (group) => {
    const names = Object.keys(commands).filter((name) => name.startsWith(`${group} `));
    const shown = await cli(['help', group]);
    expect([shown.code, shown.error]).toEqual([0, '']);
    expect(shown.out.startsWith(`Usage: partner-ramp ${group} <command> [options]\n\n  ${names[0]} `)).toBe(true);
    for (const name of names) expect(shown.out).toContain(`\n  ${name} `);
    expect(shown.out).not.toContain('whoami');
    for (const args of [
      [group, '--help'],
      [group, '-h'],
      [group, 'help'],
      [group, 'bogus', '--help'],
    ])
      expect(await cli(args)).toEqual(shown);
  });

  it.each([
    [[], 'The command is missing.'],
    [['bogus'], '"bogus" is not a command.'],
    [['listn'], '"listn" is not a command. Did you mean "listen"?'],
    [['tx'], '"tx" requires a second word: show or find or simulate.'],
    [['tx', 'shw', 'ID'], '"tx shw" is not a command. Did you mean "show"?'],
    [['tx', '019bc2bd'], '"tx 019bc2bd" is not a command. Use tx show or tx find or tx simulate.'],
    [['transaction', 'show', 'ID'], '"transaction" is not a command. Did you mean "tx"?'],
    [['addreses', 'show'], '"addreses" is not a command. Did you mean "addresses"?'],
    [['constructor'], '"constructor" is not a command.'],
    [['help', 'bogus'], '"bogus" is not a command.'],
    [['help', 'tx', 'shw'], '"tx shw" is not a command. Did you mean "show"?'],
    [['--json', 'whoami'], '"--json" is an option: write options after the command.'],
    [['whoami', '--profle', 'x'], '--profle is not an option of this command. Did you mean "--profile"?'],
    [['tx', 'show'], 'ID is missing.'],
    [['tx', 'show', 'A', 'B'], '"B" is an unexpected argument.'],
    [['tx', 'simulate', 'ID', 'EXPIRED'], '"EXPIRED" is not an event. Did you mean "EXPIRE"?'],
    [['listen', '--forward-too', 'x'], '--forward-too is not an option of this command. Did you mean "--forward-to"?'],
    [['listen', '--forward-to'], "Option '--forward-to <value>' argument missing."],
    [
      ['listen', '--forward-to', 'ftp://x'],
      '--forward-to must be a URL such as localhost:4000/webhooks, not "ftp://x".',
    ],
    [['listen', '--since', 'yesterday'], '--since must be a time such as 2h or 2026-01-15T16:00:00Z, not "yesterday".'],
    [['listen', '--since', '36d'], '--since can go back at most 35 days, like the change feed.'],
    [
      ['listen', '--events', 'COMPLETED_CROSRAMP'],
      '"COMPLETED_CROSRAMP" is not an event. Did you mean "COMPLETED_CROSS_RAMP"?',
    ],
    [['trigger', 'CREATED_KIC'], '"CREATED_KIC" is not an event. Did you mean "CREATED_KYC"?'],
    [['trigger', 'CREATED_KYC', '--user', 'x'], '--user is for events of transactions.'],
    [['whoami', '--profile', '../x'], '--profile must have 1 to 32 letters, digits, - and _, not "../x".'],
    [['login', '--profile', 'local'], 'The stack on this machine needs no login.'],
    [['addresses', 'set'], 'RANGES is missing.'],
    [['addresses', 'set', ' , '], 'RANGES contains no address.'],
    [
      ['key', 'rotate', '--previous-ends-after-hours', '169'],
      '--previous-ends-after-hours must be a whole number from 0 to 168, not "169".',
    ],
    [
      ['key', 'rotate', '--previous-ends-after-hours', '1.5'],
      '--previous-ends-after-hours must be a whole number from 0 to 168, not "1.5".',
    ],
    [['open', 'refrence'], '"refrence" is not a page. Did you mean "reference"?'],
  ])('does not understand %j', async (args, sentence) => {
    const { code, out, error } = await cli(args);
    expect([code, out, error.split('\n\n')[0]]).toEqual([2, '', sentence]);
    expect(error).toContain('\nUsage: partner-ramp ');
  });

  it('shows and sets the addresses of a key', async () => {
    let allowed: unknown = null;
    const server = await startHttpServer(async (request, response) => {
      const sent = await text(request);
      if (request.method === 'PUT') allowed = JSON.parse(sent).allowedAddresses;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data: { keyId: 'K', allowedAddresses: allowed } }));
    });
    const environment = environmentOf({ baseUrl: server.url, apiKey: 'ramp_sbx_x' });
    const run = (...args: string[]) => cli(['addresses', ...args], { environment });
    const printed = (out: string) => ({ code: 0, out, error: '' });
    expect(await run('show')).toEqual(printed('The key K works from anywhere.\n'));
    const set = 'The key K works from 203.0.113.0/24, ::1.\n';
    expect(await run('set', '203.0.113.0/24, ::1')).toEqual(printed(set));
    expect(JSON.parse((await run('show', '--json')).out)).toEqual({ keyId: 'K', allowedAddresses: allowed });
    await server.stop();
  });

  it('says where a connection may come from when there is none', async () => {
    const { code, error } = await cli(['whoami']);
    expect([code, error]).toEqual([
      1,
      'There is no login. Log in with partner-ramp login, or start the local stack.\n',
    ]);
  });
});
