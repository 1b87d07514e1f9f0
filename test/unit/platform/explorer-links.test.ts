import { expect, it, vi } from 'vitest';
import { stageSettings } from '#infra/config/stage-settings';
import { explorerLink } from '#shared/platform/config/explorer-links';
import { transactionPayload } from '#shared/transactions/domain/webhook-payload';
import { toTransactionResponse } from '#shared/transactions/response';
import { anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';

const hash = `0x${'a'.repeat(64)}`;

it('is the address of a hash on its chain, and none of a chain or a stage without an explorer', () => {
  vi.stubEnv('EXPLORER_LINKS', JSON.stringify({ POL: 'https://explorer.example.com/tx/{hash}?view=1' }));
  expect(explorerLink('POL', hash)).toBe(`https://explorer.example.com/tx/${hash}?view=1`);
  expect(explorerLink('POL', 'a/b')).toBe('https://explorer.example.com/tx/a%2Fb?view=1');
  expect(explorerLink('SOL', hash)).toBeUndefined();
  vi.stubEnv('EXPLORER_LINKS', undefined);
  expect(explorerLink('POL', hash)).toBeUndefined();
});

it('stands in responses and webhooks of a transfer of tokens', () => {
  vi.stubEnv('EXPLORER_LINKS', JSON.stringify({ POL: 'https://explorer.example.com/tx/{hash}' }));
  const paid = anOnRamp({ transactionHash: hash, payoutRail: { type: 'CHAIN', reference: hash, atMs: 0 } });
  const url = `https://explorer.example.com/tx/${hash}`;
  expect(toTransactionResponse(paid, paid.createdAtMs)).toMatchObject({ rails: { deposit: null, payout: { url } } });
  const payload = transactionPayload('COMPLETED_ON_RAMP', paid, { user: aUser(), linkTo: explorerLink });
  expect(payload).toMatchObject({ rails: { payout: { url } } });
});

it.each([
  ['https://explorer.example.com/tx/{hash}', true],
  ['https://explorer.example.com/tx/', false],
  ['http://explorer.example.com/tx/{hash}', false],
  ['javascript:{hash}', false],
  ['https://explorer.example.com/{hash}/{hash}', false],
])('the settings take %s: %s', (address, isTaken) => {
  expect(stageSettings.shape.explorers.safeParse({ POL: address }).success).toBe(isTaken);
});
