/**
 * A user's saved wallets, unique by kind of chain and address, and no more than there are places for them: next to
 * each stand a claim on the address and one on its place, written and removed with it. All are in the user's partition.
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
  /** Address as the caller wrote it. */
  walletAddress: z.string(),
  alias: maybe(z.string()),
  /** Index of the user's place for wallets that it takes, from 0. */
  slot: z.number(),
  createdAtMs: z.number(),
});

/** A user's own wallet, saved for on-ramps. Times are epoch ms. */
export type Wallet = Readonly<z.infer<typeof walletItem>>;

export function encodeWallet(wallet: Wallet) {
  return { ...walletKey(wallet.userId, wallet.id), entity: 'WALLET', ...wallet };
}

export function decodeWallet(raw: unknown): Wallet {
  return walletItem.parse(raw);
}

/** The most wallets of a user. A request for balances calls the custodian for each wallet and each of its chains. */
export const MAX_WALLETS = 20;

/** A user's wallet by id. Text that is no id names none. */
export async function findWallet(userId: string, walletId: string): Promise<Wallet | undefined> {
  return isUuid(walletId) ? readRecord(walletKey(userId, walletId.toLowerCase()), decodeWallet) : undefined;
}

/** Every wallet of a user, oldest first. */
export async function readWallets(userId: string): Promise<Wallet[]> {
  return (await readPartition(walletKey(userId, '').PK, WALLET_PREFIX)).map(decodeWallet);
}

function uniqueAddressKey({ userId, vmType, walletAddress }: Omit<Wallet, 'slot'>): RecordKey {
  return walletAddressKey(userId, vmType, normalizeAddress(vmType, walletAddress));
}

function toListRow({ id, partnerId, vmType }: Omit<Wallet, 'slot'>): ListRow {
  return { partnerId, collection: 'WALLET', id, attributes: { vmType } };
}

/** Outcome of a new wallet: the user may have as many as there are places, or one with its address, by its id. */
export type WalletCreation = 'created' | 'full' | { readonly duplicateOf: string };

/**
 * Stores a wallet in one of the user's free places, however many requests do so at the same time.
 *
 * @param additionalWrites what else has to happen in the same write
 * @param knownSlot a place that has just been found free, for the first attempt. @default it is looked for
 * @returns the result; nothing was written unless it was created
 * @throws WriteContention when other requests took the chosen place in every attempt
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
      // Without a wallet of this address it was the place that another request has taken.
      return duplicateOf(error.at(0)?.item);
    }
  });
}

/** @param claim the record of the address, if there is one */
function duplicateOf(claim: StoredRecord | undefined): WalletCreation | undefined {
  return claim && { duplicateOf: String(claim.walletId) };
}

/** One of the user's free places, by chance; `undefined` when there is none. */
export async function findFreeSlot(userId: string): Promise<number | undefined> {
  const { PK: partition } = walletSlotKey(userId, 0);
  const { items } = await readRange({ partition, prefix: WALLET_SLOT_PREFIX });
  const taken = new Set(items.map(({ SK }) => SK));
  const free = Array.from({ length: MAX_WALLETS }, (_, slot) => slot).filter(
    (slot) => !taken.has(walletSlotKey(userId, slot).SK),
  );
  return free[Math.floor(Math.random() * free.length)];
}

/** @returns false when another request has deleted it; nothing was written then. */
export async function deleteWallet(wallet: Wallet): Promise<boolean> {
  return writeIfConditionsHold([
    deleteItem(walletKey(wallet.userId, wallet.id), itemExists),
    deleteItem(uniqueAddressKey(wallet)),
    deleteItem(walletSlotKey(wallet.userId, wallet.slot)),
    ...removeFromLists(toListRow(wallet), [userFacet(wallet.userId)]),
  ]);
}

/** Wallets of a user by id; deleted ones are left out. */
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

/** Minor units of each token at an address. */
const sandboxBalance = z.object({
  version: z.number(),
  USDC: z._default(z.string(), '0'),
  USDT: z._default(z.string(), '0'),
});

/**
 * Reads the balance of an address in the sandbox and builds the write that adds tokens to it. The address needs no saved wallet. The
 * write is a put: roles deny updates in a transaction that books, so that nothing updates an entry of the journal.
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

/** Reads the sandbox's balances of a user's addresses, by one query. @returns the balance of a place in a token */
export async function readSandboxBalances(
  userId: string,
): Promise<(place: Omit<WalletPlace, 'userId'>, token: TokenSymbol) => Money<TokenSymbol>> {
  const items = await readPartition(walletKey(userId, '').PK, SANDBOX_BALANCE_PREFIX);
  const byKey = new Map(items.map((item) => [item.SK, sandboxBalance.parse(item)]));
  return (place, token) => money(BigInt(byKey.get(placeKey({ userId, ...place }).SK)?.[token] ?? '0'), token);
}
