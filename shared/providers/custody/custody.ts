import type { TokenSymbol } from '#shared/domain/money/currency';
import type { Money } from '#shared/domain/money/money';
import type { StageName } from '#shared/domain/partners/stage-name';
import type { Blockchain } from '#shared/domain/ramp/blockchain';
import { httpCustody } from '#shared/providers/custody/http-custody';
import { sandboxCustody } from '#shared/providers/custody/sandbox-custody';
import { connectionOf } from '#shared/providers/http/provider-settings';

/** Who keeps the keys of the deposit addresses, and sees what stands on an address. */
export interface Custody {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
  /** What stands on an address, token by token. */
  balanceOf(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** No custodian is configured for the stage: nothing may be invented in its place. */
export class CustodyUnavailable extends Error {
  override readonly name = 'CustodyUnavailable';
}

const unconfigured: Custody = {
  async depositAddressFor() {
    throw new CustodyUnavailable('No custody provider is configured');
  },
  async balanceOf() {
    throw new CustodyUnavailable('No custody provider is configured');
  },
};

/** The custodian of a stage. Only the sandbox derives addresses by itself. */
export function custodyOf(stage: StageName): Custody {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = connectionOf('custody');
  return connection === undefined ? unconfigured : httpCustody(connection);
}
