import * as z from 'zod';
import { stageLimits } from '#infra/capacity/limits';
import { quotas } from '#infra/capacity/quotas';
import { DATA_PART } from '#infra/checks/stateful-changes';
import { readStack, stageStack } from '../account-reads';
import { type Check, type Finding, type PreflightContext, together } from '../check';

const warmth = z.object({ ReadUnitsPerSecond: z.number(), WriteUnitsPerSecond: z.number() });
const warm = z.object({
  WarmThroughput: warmth.optional(),
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), WarmThroughput: warmth.optional() })).default([]),
});
type Warm = z.infer<typeof warm>;
const live = z.object({ Table: warm });
const part = z.object({ StackResourceDetail: z.object({ PhysicalResourceId: z.string() }) });
const template = z.object({ TemplateBody: z.string() });
const resources = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

/** Reads the table of the deployed template. Absent: it has none of its own. */
async function deployedTable(context: PreflightContext): Promise<Warm | undefined> {
  const { aws } = context;
  const data = await aws.call(
    'cloudformation DescribeStackResource',
    { StackName: stageStack(context), LogicalResourceId: DATA_PART },
    part,
  );
  const StackName = data.StackResourceDetail.PhysicalResourceId;
  const body = await aws.call('cloudformation GetTemplate', { StackName }, template);
  const { Resources } = resources.parse(JSON.parse(body.TemplateBody));
  const own = Object.values(Resources).find(({ Type }) => /^AWS::DynamoDB::(?:Global)?Table$/.test(Type));
  return own && warm.parse(own.Properties);
}

interface Units {
  readonly read: number;
  readonly write: number;
}
/** Units of a table or an index that no template made warm. */
const NEW: Units = { read: quotas.newTableReads.limit, write: quotas.newTableWrites.limit };
const units = (found: z.infer<typeof warmth> | undefined): Units =>
  found === undefined ? NEW : { read: found.ReadUnitsPerSecond, write: found.WriteUnitsPerSecond };
const text = ({ read, write }: Units) => `${read} reads and ${write} writes`;

/** Compares what the settings would set with what is there. DynamoDB refuses to lower it, and so the deployment fails. */
function compare(
  name: string,
  wanted: Units,
  { now, deployed }: { readonly now: Units; readonly deployed: Units },
): Finding {
  const found = `${name}: ${text(now)} a second, the settings say ${text(wanted)}`;
  if (wanted.read >= now.read && wanted.write >= now.write) return { found };
  // An unchanged property is not sent: DynamoDB itself has made the table warmer.
  if (wanted.read === deployed.read && wanted.write === deployed.write) return { found: `${found}, as deployed` };
  const least = { read: Math.max(wanted.read, now.read), write: Math.max(wanted.write, now.write) };
  return { found, todo: `raise the warm throughput of ${name} to ${text(least)}: DynamoDB never lowers it` };
}

export const warmThroughput: Check = {
  id: 'warm-throughput',
  asks: 'Does the deployment lower the warm throughput of a table or an index, which DynamoDB refuses?',
  async run(context) {
    const { aws, config } = context;
    if (config.restoredTable !== undefined)
      return { found: 'the stage uses a restored table, which no template changes' };
    const TableName = (await readStack(context, stageStack(context)))?.outputs.TableName;
    if (TableName === undefined) return { found: 'the stage has no table yet' };
    const { Table } = await aws.call('dynamodb DescribeTable', { TableName }, live);
    const limits = stageLimits(config);
    const deployed = await deployedTable(context);
    const of = ({ GlobalSecondaryIndexes = [] }: Partial<Warm>, name: string) =>
      units(GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name)?.WarmThroughput);
    return together([
      compare('the table', limits.table.warm ?? NEW, {
        now: units(Table.WarmThroughput),
        deployed: units(deployed?.WarmThroughput),
      }),
      ...Table.GlobalSecondaryIndexes.map(({ IndexName, WarmThroughput }) =>
        compare(`index ${IndexName}`, limits.index.warm ?? NEW, {
          now: units(WarmThroughput),
          deployed: of(deployed ?? {}, IndexName),
        }),
      ),
    ]);
  },
};
