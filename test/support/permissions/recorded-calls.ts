/** The calls that functions made on local stacks while the tests ran. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { CallRecord } from '#local/recording/call-recorder';
import type { StageName } from '#shared/values/stage-name';

const text = z.string();
const callRecord = z.strictObject({
  caller: text,
  action: text,
  resource: text,
  context: z.record(text, z.union([text, z.array(text)])),
});
const line = z.union([callRecord, z.strictObject({ calls: z.number() })]);

export interface RecordedCalls {
  /** Number of calls. */
  readonly calls: number;
  /** Each kind of call once. */
  readonly records: readonly CallRecord[];
}

/** Reads a folder of records. */
export function readRecordedCalls(folder: string): RecordedCalls {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const parsed = [...new Set(lines)].map((one) => line.parse(JSON.parse(one)));
  const counts = lines.flatMap((one) => /^\{"calls":(\d+)\}$/.exec(one)?.[1] ?? []);
  return {
    calls: counts.reduce((sum, count) => sum + Number(count), 0),
    records: parsed.flatMap((one) => ('caller' in one ? one : [])),
  };
}

/** A record as it would be in another stage. The stage stands in the names that the local stack gives to resources. */
export function inStage(record: CallRecord, stage: StageName): CallRecord {
  return { ...record, resource: record.resource.replace(/(PartnerRamp-)sandbox/i, `$1${stage}`) };
}

/** A record as one line, for an error. */
export function describeCall({ caller, action, resource, context }: CallRecord): string {
  const keys = Object.entries(context).map(([name, value]) => `${name} ${[value].flat().join(', ')}`);
  return [caller, action, resource, ...keys].join(' | ');
}
