import { describe, expect, it } from 'vitest';
import { contractFor, endpointDocs } from '#scripts/docs/endpoint-docs';
import { endpoints } from '#shared/api/endpoints';
import { story } from '#test/support/scenarios/documented-story';
import { callOf, givenFor, send } from '#test/support/scenarios/perform';
import { scenarioFor, scenarios } from '#test/support/scenarios/registry';
import { states } from '#test/support/scenarios/states';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

describe.each(endpoints)('functions/$folder/scenario.ts', ({ id, scope, table, idempotent }) => {
  const { given = [], unreachable, ...scenario } = scenarioFor(id);

  it('is given what operations or states make', () => {
    expect(given.filter((name) => !scenarios.has(name) && states[name] === undefined)).toEqual([]);
  });

  it('says what its consumers need, and nothing else', () => {
    const writes = table.some((action) => WRITES.includes(action)) && unreachable === undefined;
    expect(scenario.roundTrips !== undefined, 'roundTrips of an operation of partners').toBe(scope === 'partner');
    expect(scenario.billed !== undefined, 'billed of an operation that writes').toBe(writes);
    expect(scenario.effect !== undefined, 'effect of an operation that accepts a key').toBe(idempotent);
    expect(scenario.form === undefined || scope === 'link', 'form of a page').toBe(true);
  });
});

it('the story has the example of every operation once', () => {
  expect(story.toSorted()).toEqual([...endpointDocs.keys()].toSorted());
});

describe('the call of', () => {
  const reachable = endpoints.filter(({ id }) => scenarioFor(id).unreachable === undefined);
  it.each(reachable)('$id succeeds with what its scenario makes', async ({ id }) => {
    const stage = { ...service.stack, partner: await service.newPartner() };
    const { status, text } = await send(id, callOf(id, await givenFor(id, stage)), stage);
    if (endpointDocs.has(id)) expect(status, text).toBe(contractFor(id).status);
    else expect([200, 302, 303], text).toContain(status);
  });
});
