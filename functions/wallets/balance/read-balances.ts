import type { Shape } from '#shared/api/shapes';
import { stage } from '#shared/config/environment';
import { walletsOf } from '#shared/data/wallets';
import { tokenSymbols } from '#shared/domain/money/currency';
import { moneyText } from '#shared/domain/money/money';
import { vmTypeOf } from '#shared/domain/ramp/address';
import { blockchains } from '#shared/domain/ramp/blockchain';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import { mapPooled } from '#shared/operations/pool';
import { balanceReaderOf } from '#shared/providers/custody/custody';
import { ProviderCallFailed } from '#shared/providers/http/provider-call';
import type { contract } from './contract';

/** Calls to the custodian that one request has under way: its quota is that of all partners together. */
const CALLS_AT_ONCE = 8;
/** After this nothing more is asked for, ms: a call may take 4.5 s, and the gateway waits for 14.5 s. */
const BUDGET_MS = 8000;

/** What stands on a user's wallets: one entry per wallet and chain it exists on. */
export const readBalances: Operation<typeof contract> = async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const reader = balanceReaderOf(stage());
  const chains = blockchains.filter((chain) => query.blockchain === undefined || chain === query.blockchain);
  const symbols = tokenSymbols.filter((symbol) => query.token === undefined || symbol === query.token);
  const places = (await walletsOf(user.id)).flatMap(({ vmType, walletAddress }) =>
    chains.filter((chain) => vmTypeOf(chain) === vmType).map((blockchain) => ({ blockchain, walletAddress })),
  );
  const asked = places.flatMap((place) => symbols.map((symbol) => ({ ...place, symbol })));
  const endMs = performance.now() + BUDGET_MS;
  const tokens = await mapPooled(asked, CALLS_AT_ONCE, async ({ walletAddress, blockchain, symbol }) => {
    if (performance.now() > endMs) throw new ProviderCallFailed('TIMEOUT');
    return { symbol, balance: moneyText(await reader.balanceOf(walletAddress, blockchain, symbol)) };
  });
  const balances = places.map(
    (place, index): Shape<'WalletBalance'> => ({
      ...place,
      flow: 'REGULAR',
      tokens: tokens.slice(index * symbols.length, (index + 1) * symbols.length),
    }),
  );
  return { data: { balances } };
};
