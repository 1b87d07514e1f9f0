/**
 * Saved wallets of a user, in the user's partition. Each wallet has two more records. One makes its address unique. The other,
 * its slot, limits the number of wallets. One DynamoDB transaction always writes or deletes all three records.
 */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { itemExists } from '#shared/dynamodb/expressions';
import {
  type RecordKey,
  SANDBOX_BALANCE_PREFIX,
  sandboxBalanceKey,
  WALLET_PREFIX,
  WALLET_SLOT_PREFIX,
  walletAddressKey,
  walletKey,
  walletSlotKey,
} from '#shared/dynamodb/keys';
import { addToLists, type ListRow, removeFromLists, userFacet } from '#shared/dynamodb/lists/list-rows';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { readItem, readPartition, readRange, readRecord, readRecords, type StoredRecord } from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  type PendingWrite,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import { normalizeAddress, vmTypeFor, vmTypes } from '#shared/values/chains/address';
import { isUuid } from '#shared/values/ids';
import type { Blockchain, TokenSymbol } from '#shared/values/money/currency';
import { type Money, money } from '#shared/values/money/money';

const walletItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  vmType: z.enum(vmTypes),
  /** The address as the request contained it. */
  walletAddress: z.string(),
  alias: maybe(z.string()),
  /** Index of the wallet's slot, from 0 to `MAX_WALLETS` - 1. */
  slot: z.number(),
  createdAtMs: z.number(),
});

/** A user's saved wallet for on-ramps. Times are epoch ms. */
export type Wallet = Readonly<z.infer<typeof walletItem>>;

export function encodeWallet(wallet: Wallet) {
  return { ...walletKey(wallet.userId, wallet.id), entity: 'WALLET', ...wallet };
}

export function decodeWallet(raw: unknown): Wallet {
  return walletItem.parse(raw);
}

/** Maximum number of wallets of a user. The limit exists because a balance request calls the custodian per wallet and chain. */
export const MAX_WALLETS = 20;

/** Finds a user's wallet by id. Returns `undefined` for a malformed id. */
export async function findWallet(userId: string, walletId: string): Promise<Wallet | undefined> {
  return isUuid(walletId) ? readRecord(walletKey(userId, walletId.toLowerCase()), decodeWallet) : undefined;
}

/** Returns all wallets of a user, oldest first. */
export async function readWallets(userId: string): Promise<Wallet[]> {
  return (await readPartition(walletKey(userId, '').PK, WALLET_PREFIX)).map(decodeWallet);
}

function uniqueAddressKey({ userId, vmType, walletAddress }: Omit<Wallet, 'slot'>): RecordKey {
  return walletAddressKey(userId, vmType, normalizeAddress(vmType, walletAddress));
}

function toListRow({ id, partnerId, vmType }: Omit<Wallet, 'slot'>): ListRow {
  return { partnerId, collection: 'WALLET', id, attributes: { vmType } };
}

/** Result of `createWallet`: created, all slots used, or the id of the user's wallet with the same address. */
export type WalletCreation = 'created' | 'full' | { readonly duplicateOf: string };

/**
 * Stores a wallet in a free slot of the user, so that concurrent requests cannot exceed `MAX_WALLETS`.
 * @param knownSlot a slot that the caller has found free, for the first attempt
 * @throws WriteContention if concurrent requests took the chosen slot in every attempt
 */
export async function createWallet(
  wallet: Omit<Wallet, 'slot'>,
  additionalWrites: readonly PendingWrite[] = [],
  knownSlot?: number,
): Promise<WalletCreation> {
  return retryOnConflict(async (attempt) => {
    const slot = (attempt === 1 ? knownSlot : undefined) ?? (await findFreeSlot(wallet.userId));
    if (slot === undefined) return duplicateOf(await readItem(uniqueAddressKey(wallet))) ?? 'full';
    const { id: walletId, userId } = wallet;
    try {
      await writeAtomically([
        putIfAbsent({ ...uniqueAddressKey(wallet), entity: 'WALLET_ADDRESS', walletId }, 'ALL_OLD'),
        putIfAbsent({ ...walletSlotKey(userId, slot), entity: 'WALLET_SLOT', walletId }),
        putIfAbsent(encodeWallet({ ...wallet, slot })),
        ...addToLists(toListRow(wallet), [userFacet(userId)]),
        ...additionalWrites,
      ]);
      return 'created';
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      // If this address has no record, another request took the slot. The result is then `undefined`, and the function retries.
      return duplicateOf(error.at(0)?.item);
    }
  });
}

/** @param claim the record of the address, if it exists */
function duplicateOf(claim: StoredRecord | undefined): WalletCreation | undefined {
  return claim && { duplicateOf: String(claim.walletId) };
}

/** Returns a random free slot of the user; `undefined` if all slots are used. */
export async function findFreeSlot(userId: string): Promise<number | undefined> {
  const { PK: partition } = walletSlotKey(userId, 0);
  const { items } = await readRange({ partition, prefix: WALLET_SLOT_PREFIX });
  const taken = new Set(items.map(({ SK }) => SK));
  const free = Array.from({ length: MAX_WALLETS }, (_, slot) => slot).filter(
    (slot) => !taken.has(walletSlotKey(userId, slot).SK),
  );
  return free[Math.floor(Math.random() * free.length)];
}

/** Deletes a wallet. @returns false if another request already deleted the wallet; the call then writes nothing */
export async function deleteWallet(wallet: Wallet): Promise<boolean> {
  return writeIfConditionsHold([
    deleteItem(walletKey(wallet.userId, wallet.id), itemExists),
    deleteItem(uniqueAddressKey(wallet)),
    deleteItem(walletSlotKey(wallet.userId, wallet.slot)),
    ...removeFromLists(toListRow(wallet), [userFacet(wallet.userId)]),
  ]);
}

/** Finds wallets of a user by id, without deleted wallets. */
export function findWallets(userId: string, ids: readonly string[]): Promise<Wallet[]> {
  return readRecords(
    ids.map((id) => walletKey(userId, id)),
    decodeWallet,
  );
}

/** A user's address on a chain. */
export interface WalletPlace {
  readonly userId: string;
  readonly blockchain: Blockchain;
  readonly walletAddress: string;
}

const placeKey = ({ userId, blockchain, walletAddress }: WalletPlace) =>
  sandboxBalanceKey(userId, blockchain, normalizeAddress(vmTypeFor(blockchain), walletAddress));

/** Balances of an address in the sandbox: for each token, an amount in minor units. */
const sandboxBalance = z.object({
  version: z.number(),
  USDC: z._default(z.string(), '0'),
  USDT: z._default(z.string(), '0'),
});

/**
 * Reads the sandbox balance of an address, which need not be a saved wallet, and builds the write that adds tokens. The write is
 * a put, because a DynamoDB transaction with ledger entries must contain no update: IAM denies it (protected-partitions.ts).
 */
export async function sandboxCreditWrite(
  place: WalletPlace,
  { minor, currency }: Money<TokenSymbol>,
): Promise<PendingWrite> {
  const key = placeKey(place);
  const stored = await readItem(key);
  const { version, ...tokens } = sandboxBalance.parse(stored ?? { version: 0 });
  const credited = { ...tokens, [currency]: String(BigInt(tokens[currency]) + minor) };
  const item = { ...key, entity: 'SANDBOX_BALANCE', ...credited, version: version + 1 };
  return putIfVersion(stored === undefined ? undefined : version, item);
}

/**
 * Reads the sandbox balances of a user's addresses with one query.
 * @returns a function for the balance of an address and token
 */
export async function readSandboxBalances(
  userId: string,
): Promise<(place: Omit<WalletPlace, 'userId'>, token: TokenSymbol) => Money<TokenSymbol>> {
  const items = await readPartition(walletKey(userId, '').PK, SANDBOX_BALANCE_PREFIX);
  const byKey = new Map(items.map((item) => [item.SK, sandboxBalance.parse(item)]));
  return (place, token) => money(BigInt(byKey.get(placeKey({ userId, ...place }).SK)?.[token] ?? '0'), token);
}
