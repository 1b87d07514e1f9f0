import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionCommand,
  LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { versionsToPrune } from '#ops/commands/release';
import { readAudit } from '#shared/partners/repository';
import { ops, toolOnTable } from '#test/unit/ops/tool';

const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
const PAYMENTS = 'arn:aws:cloudformation:eu-west-1:444455556666:stack/PartnerRamp-production-Api-Payments/1';
const { here } = toolOnTable('--env', 'production');
afterAll(async () => {
  cloudFormation.restore();
  lambda.restore();
});
beforeEach(() => {
  cloudFormation.reset();
  lambda.reset();
});

interface Published {
  readonly row: string;
  readonly name: string;
  /** Version in the stack template. */
  readonly deployed: number;
  /** Versions of the alias, the main version first. */
  readonly live: readonly number[];
  readonly versions: readonly number[];
}

/** Mocks CloudFormation and Lambda for a stage with functions in a nested stack. */
function published(functions: readonly Published[], StackStatus: StackStatus = 'UPDATE_COMPLETE'): void {
  const stack = { StackName: 'PartnerRamp-production', CreationTime: new Date(0), StackStatus };
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  // The content of the templates is not needed.
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: '{"Resources":{}}' });
  const resource = (ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) => ({
    ...{ ResourceType, LogicalResourceId, PhysicalResourceId },
    ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus: 'UPDATE_COMPLETE' as const },
  });
  cloudFormation.on(ListStackResourcesCommand, { StackName: 'PartnerRamp-production' }).resolves({
    StackResourceSummaries: [resource('AWS::CloudFormation::Stack', 'Payments', PAYMENTS)],
  });
  cloudFormation.on(ListStackResourcesCommand, { StackName: PAYMENTS }).resolves({
    StackResourceSummaries: functions.flatMap(({ row, name, deployed }) => [
      resource('AWS::Lambda::Function', `${row}Function6A5B4C3D`, name),
      resource(
        'AWS::Lambda::Version',
        `${row}FunctionCurrentVersion6A5B4C3D0011223344556677`,
        `arn:aws:lambda:eu-west-1:444455556666:function:${name}:${deployed}`,
      ),
    ]),
  });
  for (const { name: FunctionName, live, versions } of functions) {
    const [FunctionVersion, ...weighted] = live.map(String);
    const AdditionalVersionWeights = Object.fromEntries(weighted.map((version) => [version, 0.1]));
    lambda.on(ListAliasesCommand, { FunctionName }).resolves({
      Aliases: [
        { Name: 'live', ...(FunctionVersion && { FunctionVersion }), RoutingConfig: { AdditionalVersionWeights } },
      ],
    });
    const shown = ['$LATEST', ...versions.map(String)];
    lambda.on(ListVersionsByFunctionCommand, { FunctionName }).resolves({
      Versions: shown.map((Version) => ({ Version, LastModified: '2026-11-22T10:00:00.000+0000', CodeSize: 200_000 })),
    });
  }
  lambda.on(DeleteFunctionCommand).resolves({});
}

const quote = { row: 'createQuote', name: 'ramp-quote', deployed: 9, live: [9], versions: [1, 2, 3, 4, 5, 6, 7, 8, 9] };
const user = { row: 'createUser', name: 'ramp-user', deployed: 3, live: [3], versions: [2, 3] };
const deleted = () => lambda.commandCalls(DeleteFunctionCommand).map(({ args }) => args[0].input);

describe('release versions', () => {
  it('shows what callers get and what they can be moved back to', async () => {
    published([quote, user]);
    const result = await ops(['release', 'versions', ...here()]);
    expect(result).toMatchObject({ code: 0, error: '', asked: [] });
    expect(result.out).toMatch(/^ENDPOINT +LIVE +DEPLOYED +VERSIONS +PUBLISHED +FUNCTION\n/);
    expect(result.out).toMatch(/^createQuote +9 +9 +9 8 7 6 5 4 3 2 1 +2026-11-22T10:00 +ramp-quote$/m);
    expect(result.out).toMatch(/^createUser +3 +3 +3 2 +2026-11-22T10:00 +ramp-user$/m);
    expect(result.out).toContain('11 versions with 2.2 MB of code');
  });

  it('ends with 1 and names each alias that does not point to what was deployed last', async () => {
    published([{ ...quote, live: [8] }, user]);
    const result = await ops(['release', 'versions', ...here()]);
    expect(result.code).toBe(1);
    expect(result.error).toBe('Aliases do not point to the last deployed version: createQuote (8 instead of 9).\n');
  });

  it('takes callers who are on their way for what they are', async () => {
    published([{ ...quote, live: [8, 9] }]);
    const result = await ops(['release', 'versions', '--function', 'createQuote', ...here(), '--json']);
    expect(result.code).toBe(0);
    expect(JSON.parse(result.out)).toMatchObject({ functions: [{ id: 'createQuote', live: [8, 9], deployed: 9 }] });
  });

  it.each([
    ['createMoon', 'production', 1, 'No endpoint createMoon has versions.\n'],
    ['createQuote', 'local', 2, 'Local functions have only one version'],
  ])('refuses %s in %s', async (name, env, code, error) => {
    published([quote]);
    const [, , ...place] = here();
    const result = await ops(['release', 'versions', '--function', name, '--env', env, ...place]);
    expect(result.code).toBe(code);
    expect(result.error).toContain(error);
  });
});

describe('release prune', () => {
  const prune = ['release', 'prune', '--keep', '3'];

  it('deletes what is neither in use nor among the newest, and leaves a record', async () => {
    published([{ ...quote, live: [2] }, user]);
    const result = await ops([...prune, ...here(), '--yes']);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(deleted()).toEqual(
      ['6', '5', '4', '3', '1'].map((Qualifier) => ({ FunctionName: 'ramp-quote', Qualifier })),
    );
    const [last] = await readAudit('PLATFORM');
    expect(last).toMatchObject({ verb: 'release prune', keep: 3 });
  });

  it('keeps both versions of callers who are on their way, and the one in the stack', async () => {
    published([{ ...quote, live: [1, 4], deployed: 5 }]);
    await ops([...prune, ...here(), '--yes']);
    expect(deleted().map(({ Qualifier }) => Qualifier)).toEqual(['6', '3', '2']);
  });

  it('only counts with --dry-run, and asks nothing then', async () => {
    published([quote]);
    const result = await ops([...prune, '--dry-run', ...here()]);
    expect(result).toMatchObject({ code: 0, asked: [] });
    expect(result.out).toMatch(/^6 versions of 1 functions would be deleted/);
    expect(deleted()).toEqual([]);
  });

  it.each(['UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'UPDATE_ROLLBACK_FAILED'] as const)(
    'deletes nothing while the stack is in the status %s',
    async (status) => {
      published([quote], status);
      const result = await ops([...prune, ...here(), '--yes']);
      expect(result).toMatchObject({ code: 1, out: '' });
      expect(result.error).toContain(`is in the status ${status}`);
      expect(deleted()).toEqual([]);
    },
  );
});

it('pruning keeps what is in use and the newest, whatever there is', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      numbers,
      fc.array(fc.nat(39), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 2, max: 50 }),
      (all, used, keep) => {
        const versions = all.map((version) => ({ version, publishedAt: '', codeBytes: 0 }));
        const inUse = used.map((index) => all[index % all.length] ?? 0);
        const [deployed = 0, ...live] = inUse;
        const doomed = versionsToPrune({ id: 'x', name: 'x', deployed, live, versions }, keep);
        const remaining = all.filter((version) => !doomed.includes(version));
        const newest = all.toSorted((one, other) => other - one).slice(0, keep);
        expect(remaining).toEqual(expect.arrayContaining([...inUse, ...newest]));
        expect(remaining.length).toBeLessThanOrEqual(keep + inUse.length);
      },
    ),
  );
});
