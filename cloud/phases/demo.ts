import { check } from '#cloud/phases/checks';
import { newPartner, projectProgram, type Target } from '#cloud/plan/target';

/** The demo's journeys, of a person and of a business, with every webhook in order and every signature valid. */
export async function playDemo(target: Target): Promise<string> {
  const { cloud, baseUrl } = target;
  const { apiKey } = await newPartner(target, 'Demo');
  const program = projectProgram(`${cloud.name}-demo`, 'scripts/demo.ts', ['--base-url', baseUrl, '--key', apiKey]);
  const said = await cloud.programs.succeed({ ...program, environment: cloud.environment });
  check(said.includes('Done: both journeys are complete'), `the demo ended with: ${said.trim().split('\n').at(-1)}`);
  return 'both journeys complete, webhooks in order, signatures valid';
}
