import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, deploy, deployStack } from '#cloud/cdk/commands';
import { synthesizeVariants } from '#cloud/cdk/run-synthesis';
import type { AssemblyName, Rehearsal } from '#cloud/plan/context';
import type { Run } from '#cloud/plan/step';
import { buildFunctions, newPartner, projectProgram } from '#cloud/plan/target';
import { SUPPORT_STACK, supportOutputs } from '#cloud/support/support-outputs';
import { runDemo } from '#scripts/demo/run-demo';

/** Builds the functions and synthesizes every deployment of the run. */
export async function synthesizeAll(rehearsal: Rehearsal): Promise<string> {
  const { cloud, isEmulated, place } = rehearsal;
  const { stage, releases, enforcesIam = false, hasSupport = false } = place.run;
  await buildFunctions(cloud.programs);
  rehearsal.writeSettings();
  const variant = (name: AssemblyName, release: Run['releases'][number], hasDomain = false) => ({
    env: stage,
    configPath: rehearsal.settingsFile(hasDomain),
    outDir: rehearsal.assembly(name).folder,
    leavesOut: isEmulated,
    enforcesIam,
    release,
  });
  const variants = [
    ...releases.map((release) => variant(release, release)),
    ...(!hasSupport || rehearsal.settings().domain === undefined ? [] : [variant('domain', 'first', true)]),
  ];
  const leftOut = await synthesizeVariants(cloud.programs, place.folder, variants);
  if (hasSupport) {
    const { folder } = rehearsal.assembly('support');
    await cloud.programs.succeed(projectProgram('synthesize-support', 'cloud/support/synthesize.ts', [folder]));
  }
  const named = hasSupport ? `${leftOut.length} resources, as in verify:cloud` : leftOut.join(', ');
  const left = leftOut.length === 0 ? '' : `; left out: ${named}`;
  return `${variants.map(({ release }) => release).join(', ')}${hasSupport ? ' and the support stack' : ''}${left}`;
}

export async function bootstrapAccount(rehearsal: Rehearsal): Promise<string> {
  const { account, region } = rehearsal.place;
  await bootstrap(rehearsal.cloud, rehearsal.assembly('first'), account);
  return `aws://${account}/${region} is prepared for the CDK`;
}

export async function deploySupport(rehearsal: Rehearsal): Promise<string> {
  const { folder } = rehearsal.assembly('support');
  await deployStack(rehearsal.cloud, { name: SUPPORT_STACK, folder }, supportOutputs);
  return 'a receiver of webhooks, and a topic for alarms with a queue';
}

export async function deployFirst(rehearsal: Rehearsal): Promise<string> {
  const { ApiUrl, TableName } = await deploy(rehearsal.cloud, rehearsal.assembly('first'));
  return `${ApiUrl}, table ${TableName}`;
}

/** Functions start cold in an account, and webhooks are read from a log. */
const JOURNEY_MS = 300_000;

/** The demo's journeys, of a person and of a business, with every webhook in order and every signature valid. */
export async function playJourneys(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { apiKey } = await newPartner(target, 'Demo');
  const lines: string[] = [];
  await runDemo({
    baseUrl: target.baseUrl,
    apiKey,
    partner: 'of this rehearsal',
    limitMs: JOURNEY_MS,
    write: (line) => void lines.push(line),
    startReceiver: (onTaken) => rehearsal.startReceiver(onTaken),
  });
  writeFileSync(join(rehearsal.place.folder, 'demo.log'), `${lines.join('\n')}\n`, { mode: 0o600 });
  return 'both journeys complete, webhooks in order, signatures valid';
}
