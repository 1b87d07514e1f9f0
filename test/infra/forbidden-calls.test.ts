/**
 * Forbidden calls of every role, in both stages, by an engine that evaluates policies as IAM does. The local stack does
 * not: it accepts every call of every function. What functions do call is held against the roles by the level
 * `permissions`.
 */
import { describe, expect, it } from 'vitest';
import { forbiddenCalls } from '#test/support/permissions/forbidden-calls';
import { describeCall } from '#test/support/permissions/recorded-calls';
import { decide } from '#test/support/permissions/simulate';
import { stagePolicies } from '#test/support/permissions/stage-policies';

describe.each(['sandbox', 'production'] as const)('no function of %s may use', (stage) => {
  const policies = stagePolicies(stage);

  it.each(Object.entries(forbiddenCalls(policies)))('%s', async (_what, calls) => {
    expect(calls.length).toBeGreaterThan(0);
    const allowed: string[] = [];
    for (const { caller, ...request } of calls)
      if ((await decide(policies, caller, request)) === 'Allowed') allowed.push(describeCall({ caller, ...request }));
    expect(allowed).toEqual([]);
  });
});
