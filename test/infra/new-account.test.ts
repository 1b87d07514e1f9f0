import { describe, expect, it } from 'vitest';
import { at, findResources, STACKS, type StageTemplates, stageTemplates } from '#test/infra/support/stage-templates';
import { frozenStage, nextRelease, onRestoredTable, otherSettings } from '#test/infra/support/stage-variants';

/** Concurrency of a new AWS account. Lambda does not allow a function to reserve any of it. */
const NEW_ACCOUNT = 10;

const variants: readonly (readonly [string, StageTemplates])[] = [
  ['as shipped', stageTemplates('sandbox')],
  ['in the next release', nextRelease('sandbox')],
  ['with other settings', otherSettings('sandbox')],
  ['on a restored table', onRestoredTable('sandbox')],
  ['frozen', frozenStage('sandbox')],
];

describe.each(variants)('the sandbox %s, in a new account', (_name, stage) => {
  it.each(STACKS)('reserves and provisions no invocation in the template %s', (stack) => {
    expect(stage.text[stack]).toContain('Resources');
    expect(stage.text[stack]).not.toMatch(/"(ReservedConcurrentExecutions|ProvisionedConcurrencyConfig)"/);
  });

  it('has readers of queues that leave callers some of ten invocations', () => {
    const bounds = findResources(stage, 'AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => at(Properties, 'StartingPosition') === undefined)
      .map(({ Properties }) => Number(at(Properties, 'ScalingConfig', 'MaximumConcurrency')));
    expect(bounds.length).toBeGreaterThan(0);
    expect(bounds.reduce((sum, one) => sum + one, 0)).toBeLessThan(NEW_ACCOUNT);
  });
});
