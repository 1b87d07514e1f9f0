import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxRules } from '#shared/transactions/domain/sandbox/amounts';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import type { Answer, ApiClient } from '#test/support/api-client';
import type { Counts } from './counts';
import type { Tally } from './tally';

/** What one journey asked of the cloud, with all that followed from it. */
export interface Counted {
  readonly name: string;
  readonly counts: Counts;
}

/** Nothing has been asked for this long: what followed is over. */
const QUIET_MS = 1000;
const LOOK_MS = 50;

/** Plays each journey once, counting. Keys and settings are warm from the second time on. */
export async function journeys(partner: ApiClient, tally: Tally): Promise<Counted[]> {
  const counted: Counted[] = [];
  const play = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const counts = tally.begin();
    const result = await work();
    await quiet(counts);
    tally.end();
    counted.push({ name, counts });
    return result;
  };

  // Nobody waits for it by asking: that would count.
  const userId = await play('user, KYC submission and decision, 2 webhooks', async () => {
    const id = await partner.newUser();
    done(await partner.post(`/users/${id}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' }));
    return id;
  });
  const quote = await play('quote locked', () =>
    partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 2000.01,
    }),
  );
  const { sourceCurrency: _s, targetCurrency: _t, sourceAmount: _a, ...body } = partner.crossRamp(userId);
  const { quoteId } = quote.body.data;
  const crossRamp = await play('cross-ramp, creation to COMPLETED, 5 webhooks', () =>
    create(partner, '/cross-ramp', { ...body, quoteId }),
  );
  const onRamp = await play('on-ramp, creation to COMPLETED, 3 webhooks', () =>
    create(partner, '/on-ramp', {
      userId,
      ...PAIR,
      fiatAmount: completing('ON_RAMP'),
      destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
  );
  const offRamp = await play('off-ramp, creation to COMPLETED, 3 webhooks', () =>
    create(partner, '/off-ramp', {
      userId,
      ...PAIR,
      cryptoAmount: completing('OFF_RAMP'),
      userBankInformation: { accountIdentifier: '012180015500000008' },
    }),
  );
  await play('transaction read', () => partner.get(`/transactions/${crossRamp}`));
  await play('page of 20 transactions', () => partner.get('/transactions?limit=20'));
  await play('indicative rate', () =>
    partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'),
  );
  for (const id of [crossRamp, onRamp, offRamp]) {
    const { status } = (await partner.get(`/transactions/${id}`)).body.data;
    if (status !== 'COMPLETED') throw new Error(`A transaction that should be completed is ${status}`);
  }
  return counted;
}

const PAIR = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' } as const;

/** The sandbox amount that a transaction of a kind completes with. */
function completing(kind: TransactionKind): number {
  const rule = sandboxRules[kind].find(({ outcome }) => outcome === 'COMPLETED');
  if (rule === undefined) throw new Error(`No sandbox amount completes ${kind}`);
  return Number(rule.amount);
}

async function create(partner: ApiClient, path: string, body: unknown): Promise<string> {
  const answer = await partner.post(path, body, { headers: { 'idempotency-key': randomUUID() } });
  return done(answer).body.data.id;
}

function done(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

async function quiet(counts: Counts): Promise<void> {
  let last = '';
  let sinceMs = performance.now();
  while (performance.now() - sinceMs < QUIET_MS) {
    await sleep(LOOK_MS);
    const now = JSON.stringify(counts);
    if (now === last) continue;
    last = now;
    sinceMs = performance.now();
  }
}
