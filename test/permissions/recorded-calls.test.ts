/**
 * Every kind of call that functions made on local stacks in this run, against the roles and the policies of resources
 * that are deployed. It runs after the other levels, and is skipped where none of them has run.
 */
import { describe, expect, it, type TestContext } from 'vitest';
import { findSilentFunctions, findUnusedGrants } from '#test/support/permissions/grants';
import { keyUseOf } from '#test/support/permissions/key-use';
import { describeCall, inStage, readRecordedCalls } from '#test/support/permissions/recorded-calls';
import { decide } from '#test/support/permissions/simulate';
import { recordsKeyOf, stagePolicies } from '#test/support/permissions/stage-policies';

const folder = process.env.RECORD_CALLS;
const { calls, records } = folder === undefined ? { calls: 0, records: [] } : readRecordedCalls(folder);
const callers = new Set(records.map(({ caller }) => caller));

function needsCalls(context: TestContext): void {
  if (records.length === 0) context.skip('No local stack has run: npm test -- --project stack --project permissions');
}

describe.each(['sandbox', 'production'] as const)('in %s', (stage) => {
  it(`every kind of recorded call is allowed (${calls} calls, ${records.length} kinds, ${callers.size} functions)`, async (context) => {
    needsCalls(context);
    const policies = stagePolicies(stage);
    const key = recordsKeyOf(policies);
    const own = records.filter(({ caller }) => policies.functions.includes(caller)).map((one) => inStage(one, stage));
    const keyUse = new Map(own.flatMap((one) => keyUseOf(one, key)).map((one) => [describeCall(one), one]));
    const denied: string[] = [];
    for (const { caller, ...asked } of [...own, ...keyUse.values()]) {
      const decision = await decide(policies, caller, asked);
      if (decision !== 'Allowed') denied.push(`${describeCall({ caller, ...asked })}: ${decision}`);
    }
    expect(denied).toEqual([]);
  });
});

it('every grant of a role is used by a recorded call, or has a reason', async (context) => {
  needsCalls(context);
  const policies = stagePolicies('sandbox');
  const silent = findSilentFunctions(policies, records);
  if (silent.length > 0 && process.env.WHOLE_RUN !== 'true')
    context.skip(`Only a part of the tests has run: no call of ${silent.join(', ')}`);
  expect(silent).toEqual([]);
  expect(await findUnusedGrants(policies, records)).toEqual([]);
});
