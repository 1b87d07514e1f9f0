import type * as z from 'zod';
import type { stageSettings } from '#infra/config/stage-settings';

type Settings = z.infer<typeof stageSettings>;

/** Rules of a stage with two Regions: each file names both, and what a Region needs is in that Region. */
export function regionProblems({ region, secondRegion, copyOf, restoredTable, providers = {} }: Settings): string[] {
  const other = secondRegion?.name ?? copyOf?.region;
  if (other === undefined) return [];
  const { events = {}, ...called } = providers;
  const secrets = Object.entries({ ...called, ...events });
  return [
    ...(region === undefined ? ['region: a stage with two Regions names its own'] : []),
    ...(region === other ? [`${copyOf === undefined ? 'secondRegion.name' : 'copyOf.region'}: its own Region`] : []),
    ...(copyOf !== undefined && secondRegion !== undefined ? ['secondRegion: a copy has no copy'] : []),
    ...(copyOf !== undefined && restoredTable !== undefined ? ['restoredTable: a copy uses the replica'] : []),
    // With a secret of the other Region, this one fails together with that.
    ...secrets.flatMap(([name, settings]) => {
      const elsewhere = settings?.secretArn.includes(`:secretsmanager:${other}:`) ?? false;
      return elsewhere ? [`providers.${name}.secretArn: a secret of ${other}; replicate it to this Region`] : [];
    }),
  ];
}

/** Names the Region that writes until another is promoted (shared/regions/repository.ts); nothing where the stage has one Region. */
export function firstRegionVariable({ region, secondRegion, copyOf }: Settings): Record<string, string> {
  const first = secondRegion === undefined ? copyOf?.region : region;
  return first === undefined ? {} : { FIRST_WRITING_REGION: first };
}
