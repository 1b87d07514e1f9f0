import type { ResponseData } from '#shared/contract/response-schemas';
import type { Operation } from '#shared/handlers/partner-endpoint';
import { mapWithConcurrency } from '#shared/platform/map-with-concurrency';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { balanceReader } from '#shared/providers/custody/http';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { vmTypeFor } from '#shared/values/chains/address';
import { blockchains, tokenSymbols } from '#shared/values/money/currency';
import { moneyText } from '#shared/values/money/money';
import { readWallets } from '#shared/wallets/repository';
import type { contract } from './contract';

/** Maximum concurrent calls to the custodian per request, because all partners share the custodian's quota. */
const MAX_CONCURRENT_CALLS = 8;
/** No call starts after this time, ms: a call can take 4.5 s, and the gateway times out after 14.5 s. */
const BUDGET_MS = 8000;

/** Returns the balances of a user's wallets: one entry per wallet and chain. */
export const readBalances: Operation<typeof contract> = async ({ caller, params, query }) => {
  const { userId } = params;
  const found = Promise.all([readWallets(userId), balanceReader()(userId)]);
  const [, [wallets, reader]] = await readOwnUserWith(userId, caller, found);
  const chains = blockchains.filter((chain) => query.blockchain === undefined || chain === query.blockchain);
  const symbols = tokenSymbols.filter((symbol) => query.token === undefined || symbol === query.token);
  const walletChains = wallets.flatMap(({ vmType, walletAddress }) =>
    chains.filter((chain) => vmTypeFor(chain) === vmType).map((blockchain) => ({ blockchain, walletAddress })),
  );
  const balanceQueries = walletChains.flatMap((place) => symbols.map((symbol) => ({ ...place, symbol })));
  const endMs = performance.now() + BUDGET_MS;
  const tokens = await mapWithConcurrency(
    balanceQueries,
    MAX_CONCURRENT_CALLS,
    async ({ walletAddress, blockchain, symbol }) => {
      if (performance.now() > endMs) throw new ProviderCallFailed('TIMEOUT');
      return { symbol, balance: moneyText(await reader.readBalance(walletAddress, blockchain, symbol)) };
    },
  );
  const balances = walletChains.map(
    (place, index): ResponseData<'WalletBalance'> => ({
      ...place,
      flow: 'REGULAR',
      tokens: tokens.slice(index * symbols.length, (index + 1) * symbols.length),
    }),
  );
  return { data: { balances } };
};
