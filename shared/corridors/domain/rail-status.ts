import { type BankRail, bankRails } from '#shared/values/bank-rails';
import type { FiatCurrency } from '#shared/values/money/currency';
import { corridors, countries, payoutZones, targetRailsByZone, usualRailFor } from './payout-zones';

/** Rails whose status operators maintain: bank rails, and `CHAIN` for all blockchains. */
export const watchedRails = [...bankRails, 'CHAIN'] as const;
export type WatchedRail = BankRail | 'CHAIN';

/** Health of a rail: normal, delayed, or without transfers. */
export const railStatuses = ['UP', 'DEGRADED', 'DOWN'] as const;
export type RailStatus = (typeof railStatuses)[number];

/** Statuses set by operators. A rail without a status is `UP`. */
export type RailStatuses = { readonly [R in WatchedRail]?: RailStatus | undefined };

/** Returns the rails that transactions in these currencies use. `hasTokens` adds `CHAIN`. */
export function railsInUse(currencies: readonly FiatCurrency[], hasTokens: boolean): WatchedRail[] {
  const used = payoutZones
    .filter((zone) => currencies.includes(corridors[zone].currency))
    .flatMap((zone) => [
      ...countries[zone].map(usualRailFor),
      ...(targetRailsByZone[zone].includes('SWIFT') ? (['SWIFT'] as const) : []),
    ]);
  return watchedRails.filter((rail) => (rail === 'CHAIN' ? hasTokens : used.includes(rail)));
}
