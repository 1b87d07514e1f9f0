import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { describe, expect, it, vi } from 'vitest';
import { balanceReader, custody } from '#shared/providers/custody/http';
import { sandboxCustody } from '#shared/providers/custody/sandbox';
import { sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import { isAddressOn, isTransactionHash } from '#shared/values/chains/address';
import { newId } from '#shared/values/ids';
import { blockchains } from '#shared/values/money/currency';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';

const transactions = Array.from({ length: 200 }, (_, index) => newId(1_700_000_000_000 + index));

describe.each(blockchains)('deposit addresses on %s', (blockchain) => {
  it('are valid, one per off-ramp, and the same each time', async () => {
    const addresses = await Promise.all(transactions.map((id) => sandboxCustody.depositAddressFor(id, blockchain)));
    // Production rules apply: an address has a mixed-case checksum if the chain uses one.
    expect(addresses.filter((address) => !isAddressOn(blockchain, address, 'production'))).toEqual([]);
    expect(new Set(addresses).size).toBe(transactions.length);
    expect(await Promise.all(transactions.map((id) => sandboxCustody.depositAddressFor(id, blockchain)))).toEqual(
      addresses,
    );
  });
});

it('on Solana are on the curve, so that a key can sign for them', async () => {
  for (const id of transactions) {
    const bytes = base58.decode(await sandboxCustody.depositAddressFor(id, 'SOL'));
    expect(() => ed25519.Point.fromBytes(bytes).assertValidity()).not.toThrow();
  }
});

it('are never simulated in production', async () => {
  vi.stubEnv('STAGE', 'sandbox');
  expect(custody()).toBe(sandboxCustody);
  vi.stubEnv('STAGE', 'production');
  const error = 'No custody provider is configured';
  await expect(custody().depositAddressFor('id', 'POL')).rejects.toThrow(error);
  const reader = await balanceReader()('019bc1c5-0000-7000-8000-000000000003');
  await expect(reader.readBalance('0x', 'POL', 'USDC')).rejects.toThrow(error);
  vi.unstubAllEnvs();
});

describe.each(blockchains)('hashes of transfers on %s', (blockchain) => {
  it('have the format of the chain, one per transaction, and the same each time', () => {
    const hashes = () =>
      transactions.map((id) => sandboxTransferHash(anOnRamp({ id, blockchain }), 'PAYOUT_COMPLETED') ?? '');
    expect(hashes().filter((hash) => !isTransactionHash(blockchain, hash))).toEqual([]);
    expect(new Set(hashes()).size).toBe(transactions.length);
    expect(hashes()).toEqual(hashes());
  });

  it('exist where tokens are transferred, and nowhere else', () => {
    expect(sandboxTransferHash(anOffRamp({ blockchain }), 'DEPOSIT_RECEIVED')).toBeDefined();
    expect(sandboxTransferHash(anOffRamp({ blockchain }), 'PAYOUT_COMPLETED')).toBeUndefined();
    expect(sandboxTransferHash(anOnRamp({ blockchain }), 'DEPOSIT_RECEIVED')).toBeUndefined();
    expect(sandboxTransferHash(aCrossRamp(), 'PAYOUT_COMPLETED')).toBeUndefined();
  });
});
