import { CloudWatchClient, GetInsightRuleReportCommand } from '@aws-sdk/client-cloudwatch';
import {
  type ContributorInsightsAction,
  DescribeContributorInsightsCommand,
  DescribeTableCommand,
  UpdateContributorInsightsCommand,
} from '@aws-sdk/client-dynamodb';
import type { Environment } from '#ops/connection';
import { OperationFailed } from '#ops/errors';
import { flag, optional, whole, withDefault } from '#ops/options';
import { instantText, table } from '#ops/text';
import { type Context, type Output, verb } from '#ops/verb';
import { documentClient, tableName } from '#shared/dynamodb/table';

/** https://aws.amazon.com/cloudwatch/pricing, us-east-1, as docs/cost-model.md has it. Both table and index have sort keys. */
const COST =
  'CloudWatch bills each of table and index 0.50 dollars a month for each of its rules (four, with --throttled two) and 0.03 dollars for a million requests that the rules count, until it is off.';
const MINUTE_MS = 60_000;
/** Keys that a report names. */
const TOP = 10;

export const insights = {
  on: verb({
    about:
      'Let CloudWatch count the most used and the most throttled keys of the table and its index. It costs money, and shows keys in plain text, until it is off',
    writes: true,
    options: { throttled: flag('Count throttled requests alone: next to nothing while none is') },
    run: ({ env, throttled }, context) => change(env, { action: 'ENABLE', throttled }, context),
  }),

  off: verb({
    about: 'Stop counting the keys of the table and its index',
    writes: true,
    options: {},
    run: ({ env }, context) => change(env, { action: 'DISABLE' }, context),
  }),

  show: verb({
    about: 'Show whether keys are counted, and the ten most used and most throttled of the last minutes',
    options: {
      minutes: withDefault(optional('N', 'How far to look back, 1 to 1440 (default: 60)', whole(1, 1440)), 60),
    },
    async run({ env, minutes }, { atMs }) {
      assertInCloud(env);
      const client = new CloudWatchClient({});
      const period = { startMs: atMs - minutes * MINUTE_MS, endMs: atMs };
      const resources: (Counting & { readonly reports: readonly RuleReport[] })[] = [];
      try {
        for (const resource of await countedResources()) {
          const counting = await readCounting(resource);
          const reports = await Promise.all(counting.rules.map((rule) => readReport(client, rule, period)));
          resources.push({ ...counting, reports });
        }
      } finally {
        client.destroy();
      }
      const parts = resources.flatMap(({ resource, status, mode, updatedAt, reports }) => [
        `${resource}: ${status}${mode === null ? '' : ` (${mode})`}${updatedAt === null ? '' : ` since ${updatedAt}`}`,
        ...reports.map(({ rule, keys }) => {
          const rows = keys.map(({ key, count }) => ({ COUNT: count, KEY: key }));
          return `\n${ruleTitle(rule)}\n${table(rows, 'Nothing was counted.')}`;
        }),
      ]);
      return { json: { resources }, text: parts.join('\n') };
    },
  }),
};

interface ChangeOfCounting {
  readonly action: ContributorInsightsAction;
  /** @default all requests are counted */
  readonly throttled?: boolean;
}

async function change(env: Environment, { action, throttled }: ChangeOfCounting, { record }: Context): Promise<Output> {
  assertInCloud(env);
  const mode = throttled ? 'THROTTLED_KEYS' : 'ACCESSED_AND_THROTTLED_KEYS';
  const isOn = action === 'ENABLE';
  await record(isOn ? { mode } : {});
  const resources: { readonly resource: string; readonly status: string }[] = [];
  for (const IndexName of await countedResources()) {
    const { ContributorInsightsStatus: status = 'UNKNOWN' } = await documentClient().send(
      new UpdateContributorInsightsCommand({
        TableName: tableName(),
        IndexName,
        ContributorInsightsAction: action,
        ContributorInsightsMode: isOn ? mode : undefined,
      }),
    );
    resources.push({ resource: IndexName ?? 'table', status });
  }
  const lines = resources.map(({ resource, status }) => `${resource}: ${status}`);
  return { json: { resources }, text: [...lines, ...(isOn ? [COST] : [])].join('\n') };
}

/** @throws OperationFailed where there is no CloudWatch */
function assertInCloud(env: Environment): void {
  if (env === 'local')
    throw new OperationFailed(
      'Not on a laptop: CloudWatch counts keys, and only of a table in an account. Here `npm run bench` counts them.',
    );
}

/** The table, as `undefined`, and the names of its indexes. */
async function countedResources(): Promise<(string | undefined)[]> {
  const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
  return [undefined, ...(Table?.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName }) => IndexName ?? [])];
}

interface Counting {
  readonly resource: string;
  readonly status: string;
  readonly mode: string | null;
  readonly updatedAt: string | null;
  readonly rules: readonly string[];
}

async function readCounting(IndexName: string | undefined): Promise<Counting> {
  const found = await documentClient().send(
    new DescribeContributorInsightsCommand({ TableName: tableName(), IndexName }),
  );
  const { ContributorInsightsStatus: status = 'DISABLED', ContributorInsightsMode: mode = null } = found;
  return {
    ...{ resource: IndexName ?? 'table', status, mode: status === 'DISABLED' ? null : mode },
    updatedAt: instantText(found.LastUpdateDateTime?.getTime()),
    rules: status === 'ENABLED' ? (found.ContributorInsightsRuleList ?? []) : [],
  };
}

interface RuleReport {
  readonly rule: string;
  readonly keys: readonly { readonly key: string; readonly count: number }[];
}

async function readReport(
  client: CloudWatchClient,
  RuleName: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<RuleReport> {
  const { Contributors = [] } = await client.send(
    new GetInsightRuleReportCommand({
      RuleName,
      StartTime: new Date(startMs),
      EndTime: new Date(endMs),
      Period: (endMs - startMs) / 1000,
      MaxContributorCount: TOP,
    }),
  );
  const keys = Contributors.map(({ Keys = [], ApproximateAggregateValue: count = 0 }) => ({
    key: Keys.join(' '),
    count,
  }));
  return { rule: RuleName, keys };
}

/** Titles of rules, by the letters that the service puts into its name. */
const ruleTitles: readonly (readonly [string, string])[] = [
  ['-PKC-', 'Most used partition keys'],
  ['-SKC-', 'Most used items'],
  ['-PKT-', 'Most throttled partition keys'],
  ['-SKT-', 'Most throttled items'],
];

function ruleTitle(rule: string): string {
  return ruleTitles.find(([letters]) => rule.includes(letters))?.[1] ?? rule;
}
