import { type BankRail, bankRails } from '#shared/values/bank-rails';
import type { FiatCurrency } from '#shared/values/money/currency';
import { corridors, countries, payoutZones, targetRailsByZone, usualRailFor } from './payout-zones';

/** Rails that operators report on: the rails of banks, and the chains of tokens. */
export const watchedRails = [...bankRails, 'CHAIN'] as const;
export type WatchedRail = BankRail | 'CHAIN';

/** Health of a rail: as always, late, or without any transfer. */
export const railStatuses = ['UP', 'DEGRADED', 'DOWN'] as const;
export type RailStatus = (typeof railStatuses)[number];

/** Statuses that operators have set; a rail without one is up. */
export type RailStatuses = { readonly [R in WatchedRail]?: RailStatus | undefined };

/** Lists the rails of transactions in these currencies, including the chains of tokens. */
export function railsInUse(currencies: readonly FiatCurrency[], hasTokens: boolean): WatchedRail[] {
  const used = payoutZones
    .filter((zone) => currencies.includes(corridors[zone].currency))
    .flatMap((zone) => [
      ...countries[zone].map(usualRailFor),
      ...(targetRailsByZone[zone].includes('SWIFT') ? (['SWIFT'] as const) : []),
    ]);
  return watchedRails.filter((rail) => (rail === 'CHAIN' ? hasTokens : used.includes(rail)));
}
