import { describe, expect, it } from 'vitest';
import { MAX_GRADUAL_RELEASES, movesMoney } from '#infra/constructs/gradual-release';
import { ENDPOINT_GROUPS, endpointGroupFor } from '#infra/stacks/endpoint-group';
import { allPaths, endpointsIn } from '#shared/contract/endpoints';
import { findResources, STACKS, STAGES, type StackName, stageTemplates } from '#test/infra/support/stage-templates';

/** CloudFormation allows 500 resources per stack. The other 100 are a reserve for resources that later releases add. */
const BUDGET = 400;

/** Our limit in bytes. CloudFormation allows a template of 1 MB. */
const TEMPLATE_BYTES = 800_000;

/** Expected maximum of endpoints in one of the three endpoint stacks. */
const FORESEEN_ENDPOINTS = 50;

/** Function, role, log group, version and alias. */
const RESOURCES_PER_ENDPOINT = 5;
/** Additional resources of an endpoint that moves money: a metric filter, and a deployment group if releases are gradual. */
const RESOURCES_OF_GRADUAL = 2;

/** Maximum number of parameters of a nested stack, and of outputs of a stack. */
const PARAMETERS = 200;

describe.each(STAGES)('resource budget of %s', (env) => {
  const stage = stageTemplates(env);
  const count = (stack: StackName): number => Object.keys(stage.stacks[stack].Resources).length;

  it.each(STACKS)('%s stays inside the budget', (stack) => {
    expect(count(stack), `${stack} has ${count(stack)} resources, the budget is ${BUDGET}`).toBeLessThanOrEqual(BUDGET);
    expect(stage.text[stack].length).toBeLessThanOrEqual(TEMPLATE_BYTES);
    expect(Object.keys(stage.stacks[stack].Parameters).length).toBeLessThanOrEqual(PARAMETERS / 2);
    expect(Object.keys(stage.stacks[stack].Outputs).length).toBeLessThanOrEqual(PARAMETERS / 2);
  });

  it('leaves the gateway room to grow', () => {
    const routes = findResources(stage, 'AWS::Lambda::Permission').length;
    const foreseen = count('Api') - routes + 2 * FORESEEN_ENDPOINTS * ENDPOINT_GROUPS.length;
    const message = `${count('Api')} resources at ${routes} routes make ${foreseen}`;
    expect(count('Api') - routes, message).toBeLessThanOrEqual(30);
    expect(foreseen, message).toBeLessThanOrEqual(BUDGET);
    // The template grows with the number of paths. Some existing endpoints have several paths; new endpoints have one.
    const rows = endpointsIn(env);
    const paths = rows.flatMap(allPaths).length;
    const foreseenPaths = paths + FORESEEN_ENDPOINTS * ENDPOINT_GROUPS.length - rows.length;
    expect((stage.text.Api.length * foreseenPaths) / paths).toBeLessThanOrEqual(TEMPLATE_BYTES);
  });

  it.each(ENDPOINT_GROUPS)('leaves %s room to grow', (group) => {
    const own = endpointsIn(env).filter((row) => endpointGroupFor(row) === group);
    const more = (FORESEEN_ENDPOINTS - own.length) * RESOURCES_PER_ENDPOINT;
    const moreGradual = (MAX_GRADUAL_RELEASES - own.filter(movesMoney).length) * RESOURCES_OF_GRADUAL;
    expect(own.length).toBeLessThanOrEqual(FORESEEN_ENDPOINTS);
    expect(count(group) + more + moreGradual).toBeLessThanOrEqual(BUDGET);
  });
});
