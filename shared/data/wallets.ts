/**
 * A user's saved wallets, unique by kind of chain and address: beside each stands a claim on the address,
 * written and removed with it. Both are in the user's partition.
 */
import { decodeWallet, encodeWallet } from '#shared/data/items/wallet';
import { type Key, WALLET_PREFIX, walletAddressKey, walletKey } from '#shared/data/keys';
import { addToLists, type ListRow, ofUser, removeFromLists } from '#shared/data/listing';
import { readItem, readRange, tableName, type WriteAction, writeIfConditionsHold } from '#shared/data/table';
import { isUuid } from '#shared/domain/ids';
import { comparableAddress } from '#shared/domain/ramp/address';
import type { Wallet } from '#shared/domain/wallets/wallet';

/** A user's wallet by id. Text that is no id names none. */
export async function findWallet(userId: string, walletId: string): Promise<Wallet | undefined> {
  if (!isUuid(walletId)) return undefined;
  const raw = await readItem(walletKey(userId, walletId.toLowerCase()));
  return raw === undefined ? undefined : decodeWallet(raw);
}

/** Every wallet of a user, oldest first. */
export async function walletsOf(userId: string): Promise<Wallet[]> {
  const { PK: partition } = walletKey(userId, '');
  const wallets: Wallet[] = [];
  let after: string | undefined;
  do {
    const part = await readRange({
      partition,
      prefix: WALLET_PREFIX,
      ...(after === undefined ? {} : { after }),
    });
    wallets.push(...part.items.map(decodeWallet));
    after = part.next;
  } while (after !== undefined);
  return wallets;
}

function addressKeyOf({ userId, vmType, walletAddress }: Wallet): Key {
  return walletAddressKey(userId, vmType, comparableAddress(vmType, walletAddress));
}

function listRowOf({ id, partnerId, vmType }: Wallet): ListRow {
  return { partnerId, collection: 'WALLET', id, attributes: { vmType } };
}

/**
 * @param alongside what else has to happen in the same write
 * @returns false when the user has a wallet with this address; nothing was written then.
 */
export async function createWallet(wallet: Wallet, alongside: readonly WriteAction[] = []): Promise<boolean> {
  const isNew = 'attribute_not_exists(PK)';
  return writeIfConditionsHold([
    {
      Put: {
        TableName: tableName(),
        Item: { ...addressKeyOf(wallet), entity: 'WALLET_ADDRESS', walletId: wallet.id },
        ConditionExpression: isNew,
      },
    },
    { Put: { TableName: tableName(), Item: encodeWallet(wallet), ConditionExpression: isNew } },
    ...addToLists(listRowOf(wallet), [ofUser(wallet.userId)]),
    ...alongside,
  ]);
}

/** @returns false when another request has deleted it; nothing was written then. */
export async function deleteWallet(wallet: Wallet): Promise<boolean> {
  return writeIfConditionsHold([
    {
      Delete: {
        TableName: tableName(),
        Key: { ...walletKey(wallet.userId, wallet.id) },
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
    { Delete: { TableName: tableName(), Key: { ...addressKeyOf(wallet) } } },
    ...removeFromLists(listRowOf(wallet), [ofUser(wallet.userId)]),
  ]);
}
