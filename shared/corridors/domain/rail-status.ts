import { type BankRail, bankRails } from '#shared/values/bank-rails';
import type { FiatCurrency } from '#shared/values/money/currency';
import { corridors, countries, regions, targetRailsByRegion, usualRailFor } from './regions';

/** Rails that operators report on: those of banks, and the chains of tokens. */
export const watchedRails = [...bankRails, 'CHAIN'] as const;
export type WatchedRail = BankRail | 'CHAIN';

/** Health of a rail: as always, late, or without any transfer. */
export const railStatuses = ['UP', 'DEGRADED', 'DOWN'] as const;
export type RailStatus = (typeof railStatuses)[number];

/** Statuses that operators have set; a rail without one is up. */
export type RailStatuses = { readonly [R in WatchedRail]?: RailStatus | undefined };

/** Lists the rails that transactions in these currencies take, those of tokens among them. */
export function railsInUse(currencies: readonly FiatCurrency[], hasTokens: boolean): WatchedRail[] {
  const used = regions
    .filter((region) => currencies.includes(corridors[region].currency))
    .flatMap((region) => [
      ...countries[region].map(usualRailFor),
      ...(targetRailsByRegion[region].includes('SWIFT') ? (['SWIFT'] as const) : []),
    ]);
  return watchedRails.filter((rail) => (rail === 'CHAIN' ? hasTokens : used.includes(rail)));
}
