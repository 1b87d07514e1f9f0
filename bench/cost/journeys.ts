import { sandboxRules } from '#shared/transactions/domain/sandbox/amounts';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import { crossRamp, type Partner } from '../stack/partner';

/** The journey whose creation and whose whole life are looked at. */
export const CROSS_RAMP = 'cross-ramp, creation to COMPLETED, 5 webhooks';

const PAIR = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' } as const;
const AMOUNT = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 } as const;

/**
 * Plays each journey once. Keys and settings are warm from the second time on.
 * @param play runs one journey and waits for all that follows from it. No journey waits by asking: that would count
 */
export async function playJourneys(
  partner: Partner,
  play: <T>(name: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const userId = await play('user, KYC submission and decision, 2 webhooks', async () => {
    const id = await partner.newUser();
    await partner.verify(id);
    return id;
  });
  const quote = await play('quote locked', () => partner.post('/cross-ramp/quotes', AMOUNT));
  const { targetBankAccount } = crossRamp(userId);
  const wallet = { destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const account = { userBankInformation: { accountIdentifier: '012180015500000008' } };
  const made: string[] = [];
  for (const [name, path, body] of [
    [CROSS_RAMP, '/cross-ramp', { targetBankAccount, quoteId: quote.quoteId }],
    [
      'on-ramp, creation to COMPLETED, 3 webhooks',
      '/on-ramp',
      { ...PAIR, ...wallet, fiatAmount: completing('ON_RAMP') },
    ],
    [
      'off-ramp, creation to COMPLETED, 3 webhooks',
      '/off-ramp',
      { ...PAIR, ...account, cryptoAmount: completing('OFF_RAMP') },
    ],
  ] as const)
    made.push(await play(name, async () => (await partner.create(path, { userId, ...body })).id));
  await play('transaction read', () => partner.get(`/transactions/${made[0]}`));
  await play('page of 20 transactions', () => partner.get('/transactions?limit=20'));
  await play('indicative rate', () =>
    partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'),
  );
  for (const id of made) {
    const { status } = await partner.get(`/transactions/${id}`);
    if (status !== 'COMPLETED') throw new Error(`A transaction that should be completed is ${status}`);
  }
}

/** The sandbox amount that a transaction of a kind completes with. */
function completing(kind: TransactionKind): number {
  const rule = sandboxRules[kind].find(({ outcome }) => outcome === 'COMPLETED');
  if (rule === undefined) throw new Error(`No sandbox amount completes ${kind}`);
  return Number(rule.amount);
}
