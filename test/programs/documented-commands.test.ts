import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { existing } from '#ops/errors';
import { findTransaction } from '#shared/transactions/repository';
import { announce } from '#test/support/announce';
import { newStatement } from '#test/support/imported-statement';
import { ownStack } from '#test/support/own-stack';
import { addWaitingOrder } from '#test/support/waiting-order';
import { ops } from '#test/unit/ops/tool';

const ROOT = resolve(import.meta.dirname, '../..');

/** Every command of the operator tool that a document shows, and where it shows it. */
function documented(): (readonly [command: string, place: string])[] {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path !== 'operator-tool.md')
    .map((path) => join(ROOT, 'docs', path));
  const found = [join(ROOT, 'README.md'), ...pages].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run -s ops -- ([a-z][^`\n#]+)/g)].flatMap(([, text = '']) =>
      spelledOut(text.trim()).map((command) => [command, relative(ROOT, page)] as const),
    ),
  );
  // The same command with and without its stage is one.
  return [...new Map(found.map((one) => [one[0].replace(/ --env \S+/, ''), one])).values()].toSorted();
}

/** Beginnings of commands for a deployed stage alone. A documented one is typed here and ends for that reason alone. */
const IN_THE_CLOUD: readonly (readonly [beginning: string, reason: RegExp])[] = [
  ['release ', /^A laptop has one version of each function/],
  ['files ', /^Only the bucket of a deployed sandbox is emptied/],
  ['restore prepare ', /^The engine of a laptop has no such settings/],
  ['stage ', /^A laptop is not frozen/],
];

/** `--queue webhook|steps` means one command each. */
function spelledOut(command: string): string[] {
  const [choice, ...options] = /\S+\|\S+/.exec(command)?.[0].split('|') ?? [];
  if (choice === undefined) return [command];
  return [choice, ...options].map((one) => command.replace(/\S+\|\S+/, one));
}

const running = await ownStack();
const folder = announce(running);
const partner = await running.newPartner();
// A webhook URL to replay to; nothing listens there.
await partner.put('/webhook-settings', { url: 'http://127.0.0.1:9/' });
const userId = await partner.verifiedUser();

/** A transaction that waits for its deposit, so that one can be reported. */
async function unpaid(): Promise<string> {
  const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 3000 }));
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

/** Less than the deposit that a transaction waits for. */
const SURPLUS = '1.00';

/** A transaction with a deposit that it does not wait for and that must be paid back. */
async function withSurplus(): Promise<string> {
  const id = await unpaid();
  const words = ['--transaction', id, '--type', 'DEPOSIT_RECEIVED', '--event-id', 'ticket-surplus'];
  const amount = ['--amount', SURPLUS, '--currency', 'MXN'];
  const result = await ops(['provider-event', 'send', ...words, ...amount, '--data-dir', folder]);
  expect(result).toMatchObject({ code: 0, error: '' });
  return id;
}

/** A transaction whose conversion its provider has refused, so that its order waits for a person. */
async function withWaitingOrder(): Promise<string> {
  const transaction = existing(await findTransaction(await unpaid()), 'No transaction');
  await addWaitingOrder(transaction, Date.now());
  return transaction.id;
}

/** A user with nothing in progress. */
async function idleUser(): Promise<string> {
  const other = await running.newPartner('Idle');
  return other.newUser();
}

/** A further webhook endpoint of the partner whose notifications are replayed. */
async function furtherEndpoint(): Promise<string> {
  const created = await partner.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/further' });
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

async function newPartnerId(): Promise<string> {
  return (await running.newPartner('Documented')).partnerId;
}

async function readKey(partnerId: string): Promise<string> {
  const { out } = await ops(['key', 'list', '--partner', partnerId, '--data-dir', folder, '--json']);
  return JSON.parse(out).keys[0].keyId;
}

/** The identifier that replaces the placeholder of a noun; each command gets its own. */
const identifiers: Readonly<Record<string, () => Promise<string>>> = {
  partner: newPartnerId,
  transaction: unpaid,
  user: idleUser,
};

/** The words of a command with actual values in place of the document's placeholders. */
async function filledIn(command: string): Promise<string[]> {
  const words = command.split(/\s+/).map((word) => word.replaceAll('"', ''));
  const [noun = ''] = words;
  // Only replays need this partner's data; commands that change a partner get a new one.
  const partnerId = noun === 'notification' ? partner.partnerId : await newPartnerId();
  const statement = await newStatement(folder, Date.now());
  const today = new Date().toISOString().slice(0, 10);
  const values: Readonly<Record<string, () => string | Promise<string>>> = {
    ENV: () => 'local',
    DAY: () => today,
    INSTANT: () => `${today}T00:00:00Z`,
    TYPE: () => 'DEPOSIT_RECEIVED',
    A: () => (words.includes('REFUND_PAID') ? SURPLUS : '3000.00'),
    CUR: () => 'MXN',
    TICKET: () => `ticket-${randomUUID()}`,
    KEYID: () => readKey(partnerId),
    USER: idleUser,
    ENDPOINT: furtherEndpoint,
    NUMBER: () => (words.includes('import') ? `${statement.account}X` : statement.account),
    'statement.xml': () => statement.file,
    NAME: () => (noun === 'order' ? 'CONVERSION' : 'error-payload-text'),
    $TABLE: () => running.stack.tableName,
    '$TABLE-restored': () => running.stack.tableName,
    './data': () => folder,
    './restored': () => folder,
  };
  const filled: string[] = [];
  for (const [index, word] of words.entries()) {
    const option = words[index - 1] ?? '';
    if (option === '--env') filled.push('local');
    else if (word !== 'ID') filled.push(await (values[word]?.() ?? word));
    else if (option === '--partner') filled.push(partnerId);
    else if (words.includes('REFUND_PAID')) filled.push(await withSurplus());
    else if (noun === 'exception') filled.push(statement.exceptionId);
    else if (noun === 'statement') filled.push(statement.statementId);
    else if (noun === 'order') filled.push(await withWaitingOrder());
    else filled.push(await (identifiers[option === '--id' ? noun : option.slice(2)]?.() ?? word));
  }
  return filled;
}

describe('the operator commands that the documents show', () => {
  it('are found', () => {
    expect(documented().length).toBeGreaterThan(20);
  });

  it.each(documented())('%s (%s) runs against the local stack', async (command) => {
    const words = await filledIn(command);
    const place = words.includes('--help') || words.includes('--data-dir') ? [] : ['--data-dir', folder];
    const result = await ops([...words, ...place]);
    const [, reason] = IN_THE_CLOUD.find(([beginning]) => command.startsWith(beginning)) ?? [];
    if (reason !== undefined) return expect(result).toMatchObject({ out: '', error: expect.stringMatching(reason) });
    expect(result.error).toBe('');
    expect(result.code, result.error).toBe(0);
    expect(result.out).not.toBe('');
  });
});

describe('an operator', () => {
  it('is refused an amount that is not the one expected, and reads why', async () => {
    const words = ['--transaction', await unpaid(), '--type', 'PAYOUT_COMPLETED', '--event-id', 'ticket-odd'];
    const amount = ['--amount', '1.00', '--currency', 'MXN'];
    const result = await ops(['provider-event', 'send', ...words, ...amount, '--data-dir', folder]);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.error).toContain('The amount is not what the transaction expects there');
    const half = ['--amount', '1.00'];
    expect(await ops(['provider-event', 'send', ...words, ...half, '--data-dir', folder])).toMatchObject({
      code: 2,
    });
  });

  it('reads every instant of a transaction as a date, and not as a number', async () => {
    const result = await ops(['transaction', 'show', '--id', await unpaid(), '--data-dir', folder, '--json']);
    const { transaction } = JSON.parse(result.out);
    expect(transaction.deadline).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    expect(result.out).not.toMatch(/:1\d{12}\b/);
  });

  it('reads what a change of limits changed, and finds it without naming the partner', async () => {
    const id = await newPartnerId();
    const here = ['--data-dir', folder, '--json'];
    await ops(['limits', 'set', '--partner', id, '--quote-ttl', '30', '--range', 'MXN=20:1000', ...here]);
    const { entries } = JSON.parse((await ops(['audit', 'list', ...here])).out);
    expect(
      entries.find(
        (entry: { partnerId: string; verb: string }) => entry.partnerId === id && entry.verb === 'limits set',
      ),
    ).toMatchObject({
      changed: {
        quoteTtlS: { from: null, to: 30 },
        'ranges.MXN': { from: { min: '10', max: '10000000' }, to: { min: '20', max: '1000' } },
      },
    });
  });

  it('counts what an erasure would delete and reports what prevents it', async () => {
    await unpaid();
    const result = await ops(['user', 'erase', '--id', userId, '--dry-run', '--data-dir', folder, '--json']);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(result.out)).toMatchObject({
      dryRun: true,
      blockedBy: expect.stringContaining('nothing can be erased before it has ended'),
    });
    await until(async () => (await ops(['user', 'erase', '--id', userId, '--data-dir', folder])).code === 1);
  });
});
