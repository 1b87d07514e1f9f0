import * as z from 'zod';
import { quotas } from '#infra/capacity/quotas';

/*
 * Warm throughput of a table and its indexes, which DynamoDB never lowers: an update that would is refused, and so is the rollback of
 * one that raised it (docs/adr/046).
 */

const units = z.strictObject({ read: z.int(), write: z.int() });
type Units = z.infer<typeof units>;

/** Request units a second, by `table` and `index <name>`. */
export const warmthSchema = z.record(z.string(), units);
export type Warmth = z.infer<typeof warmthSchema>;

/** One figure that differs between two templates, in request units a second. */
export interface WarmthChange {
  /** `table`, or `index <name>`. */
  readonly of: string;
  readonly kind: keyof Units;
  readonly from: number;
  readonly to: number;
}

/** Units of any new table or index, which is what one without warm throughput has. */
const NEW: Units = { read: quotas.newTableReads.limit, write: quotas.newTableWrites.limit };

const warm = z.object({ ReadUnitsPerSecond: z.int(), WriteUnitsPerSecond: z.int() }).optional();
const writes = z.object({ MaxWriteRequestUnits: z.int() }).optional();
const reads = z.object({ MaxReadRequestUnits: z.int() }).optional();

const tableProperties = z.object({
  WarmThroughput: warm,
  WriteOnDemandThroughputSettings: writes,
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), WarmThroughput: warm, WriteOnDemandThroughputSettings: writes }))
    .default([]),
  Replicas: z
    .array(
      z.object({
        ReadOnDemandThroughputSettings: reads,
        GlobalSecondaryIndexes: z
          .array(z.object({ IndexName: z.string(), ReadOnDemandThroughputSettings: reads }))
          .default([]),
      }),
    )
    .default([]),
});

/** Throughput of a table or of one of its indexes. Of several replicas the least maximum counts; none is no bound. */
interface Throughput {
  readonly of: string;
  readonly warm: Units | undefined;
  readonly maximum: Units;
}

function throughputs(properties: unknown): Throughput[] {
  const table = tableProperties.parse(properties);
  const warmUnits = (given: z.infer<typeof warm>): Units | undefined =>
    given && { read: given.ReadUnitsPerSecond, write: given.WriteUnitsPerSecond };
  const least = (figures: readonly (number | undefined)[]) => Math.min(...figures.flatMap((one) => one ?? []));
  return [
    {
      of: 'table',
      warm: warmUnits(table.WarmThroughput),
      maximum: {
        read: least(table.Replicas.map((replica) => replica.ReadOnDemandThroughputSettings?.MaxReadRequestUnits)),
        write: least([table.WriteOnDemandThroughputSettings?.MaxWriteRequestUnits]),
      },
    },
    ...table.GlobalSecondaryIndexes.map((index) => {
      const ofReplicas = table.Replicas.flatMap((replica) => replica.GlobalSecondaryIndexes).filter(
        ({ IndexName }) => IndexName === index.IndexName,
      );
      return {
        of: `index ${index.IndexName}`,
        warm: warmUnits(index.WarmThroughput),
        maximum: {
          read: least(ofReplicas.map((one) => one.ReadOnDemandThroughputSettings?.MaxReadRequestUnits)),
          write: least([index.WriteOnDemandThroughputSettings?.MaxWriteRequestUnits]),
        },
      };
    }),
  ];
}

/** Warm throughput in the properties of a table; none where the template gives none. */
export function warmthOf(properties: unknown): Warmth | undefined {
  const given = throughputs(properties).flatMap(({ of, warm }): [string, Units][] => (warm ? [[of, warm]] : []));
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Lists the figures that differ, where none counts as that of any new table. */
export function warmthChanges(recorded: Warmth = {}, wanted: Warmth = {}): WarmthChange[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(wanted)]);
  return [...names].flatMap((of) =>
    (['read', 'write'] as const)
      .map((kind) => ({ of, kind, from: (recorded[of] ?? NEW)[kind], to: (wanted[of] ?? NEW)[kind] }))
      .filter(({ from, to }) => from !== to),
  );
}

export function isLowered({ from, to }: WarmthChange): boolean {
  return to < from;
}

/** Names a change as an entry of allowed-changes.json does. */
export function warmthChange({ of, kind }: WarmthChange): string {
  return `warm ${kind} units of ${of}`;
}

/** Says both figures, and what follows. */
export function warmthSentence(change: WarmthChange): string {
  const { from, to } = change;
  const figures = `the ${warmthChange(change)} from ${from} to ${to} a second`;
  return isLowered(change)
    ? `would lower ${figures}, which DynamoDB refuses: set capacity.warm to no less than is recorded`
    : `would raise ${figures}, which is a deployment of its own and never goes back`;
}

/** Lists, in sentences, the maximum units of a table that are below its warm throughput, which DynamoDB refuses. */
export function maximaBelowWarmth(properties: unknown): string[] {
  return throughputs(properties).flatMap(({ of, warm, maximum }) =>
    (['read', 'write'] as const)
      .filter((kind) => warm !== undefined && maximum[kind] < warm[kind])
      .map(
        (kind) =>
          `has a maximum of ${maximum[kind]} ${kind} units of ${of}, below its warm throughput of ${warm?.[kind]}`,
      ),
  );
}
