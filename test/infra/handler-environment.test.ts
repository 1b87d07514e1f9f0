/** Handler tests use the environment variables of the templates. */
import { describe, expect, it } from 'vitest';
import { endpointsIn, workers } from '#shared/contract/endpoints';
import { processEnvironment, RUNTIME } from '#test/support/handlers/environment';
import { at, entriesAt, findFunction, STAGES, stageTemplates } from './support/stage-templates';

describe.each(STAGES)('in %s', (name) => {
  const stage = stageTemplates(name);

  it.each([...endpointsIn(name), ...workers])('$id has these variables, and no others', (row) => {
    const properties = findFunction(stage, row.id)?.Properties;
    const deployed = entriesAt(properties, 'Environment', 'Variables');
    const tested = Object.entries(processEnvironment(row, name)).filter(([variable]) => !(variable in RUNTIME));
    expect(tested.map(([variable]) => variable).toSorted()).toEqual(deployed.map(([variable]) => variable).toSorted());
    for (const [variable, value] of tested) {
      const stated = at(properties, 'Environment', 'Variables', variable);
      // Names that CloudFormation generates are expressions in the template, so the test does not compare them.
      if (typeof stated === 'string') expect({ [variable]: value }).toEqual({ [variable]: stated });
    }
  });
});
