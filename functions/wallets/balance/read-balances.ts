import type { Shape } from '#shared/api/shapes';
import { stage } from '#shared/config/environment';
import { walletsOf } from '#shared/data/wallets';
import { tokenSymbols } from '#shared/domain/money/currency';
import { moneyText } from '#shared/domain/money/money';
import { vmTypeOf } from '#shared/domain/ramp/address';
import { blockchains } from '#shared/domain/ramp/blockchain';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import { custodyOf } from '#shared/providers/custody/custody';
import type { contract } from './contract';

/** What stands on a user's wallets: one entry per wallet and chain it exists on. */
export const readBalances: Operation<typeof contract> = async ({ caller, params, query }) => {
  const user = await readOwnUser(params.userId, caller);
  const custody = custodyOf(stage());
  const chains = blockchains.filter((chain) => query.blockchain === undefined || chain === query.blockchain);
  const symbols = tokenSymbols.filter((symbol) => query.token === undefined || symbol === query.token);
  const places = (await walletsOf(user.id)).flatMap(({ vmType, walletAddress }) =>
    chains.filter((chain) => vmTypeOf(chain) === vmType).map((blockchain) => ({ blockchain, walletAddress })),
  );
  const balances = places.map(
    async ({ blockchain, walletAddress }): Promise<Shape<'WalletBalance'>> => ({
      blockchain,
      flow: 'REGULAR',
      walletAddress,
      tokens: await Promise.all(
        symbols.map(async (symbol) => ({
          symbol,
          balance: moneyText(await custody.balanceOf(walletAddress, blockchain, symbol)),
        })),
      ),
    }),
  );
  return { data: { balances: await Promise.all(balances) } };
};
