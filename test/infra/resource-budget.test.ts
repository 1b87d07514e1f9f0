import { describe, expect, it } from 'vitest';
import { endpointsOf } from '#shared/api/endpoints';
import { STACKS, STAGES, stageTemplates } from '#test/infra/support/stage-templates';

/** CloudFormation takes 500 resources a stack; the rest is room for what a release adds. */
const BUDGET = 400;

/** CloudFormation takes a template of 1 MB. */
const TEMPLATE_BYTES = 800_000;

/** Endpoints that the product may grow to. */
const FORESEEN_ENDPOINTS = 75;

/** Function, role, log group, permission. */
const RESOURCES_PER_ENDPOINT = 4;

describe.each(STAGES)('resource budget of %s', (env) => {
  const stage = stageTemplates(env, { validated: true });
  const count = (stack: (typeof STACKS)[number]): number => Object.keys(stage.stacks[stack].Resources).length;

  it.each(STACKS)('%s stays inside the budget', (stack) => {
    expect(
      count(stack),
      `${stack} has ${count(stack)} resources, the budget is ${BUDGET}`,
    ).toBeLessThanOrEqual(BUDGET);
    expect(stage.text[stack].length).toBeLessThanOrEqual(TEMPLATE_BYTES);
  });

  it("passes CloudFormation's own rules without a remark", () => {
    expect(JSON.parse(stage.validation ?? '')).toHaveProperty('pluginReports', []);
  });

  it('leaves the gateway room to grow', () => {
    const endpoints = endpointsOf(env).length;
    const fixed = count('Api') - endpoints * RESOURCES_PER_ENDPOINT;
    const foreseen = fixed + FORESEEN_ENDPOINTS * RESOURCES_PER_ENDPOINT;
    const message = `${count('Api')} resources at ${endpoints} endpoints make ${foreseen} at ${FORESEEN_ENDPOINTS}`;
    expect(fixed, message).toBeLessThanOrEqual(20);
    expect(foreseen, message).toBeLessThanOrEqual(BUDGET);
    const foreseenBytes = (stage.text.Api.length * FORESEEN_ENDPOINTS) / endpoints;
    expect(foreseenBytes).toBeLessThanOrEqual(TEMPLATE_BYTES);
  });
});
