/** Runs `ops stage freeze` and `ops stage thaw` on both stages' templates. The commands must cover every deployed resource. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deployedStage } from '#ops/stage/deployed-stage';
import { allowDeployment, freezeStage, reportSwitches, stageState, thawStage } from '#ops/stage/freeze';
import { allPaths, endpointsIn, workers } from '#shared/contract/endpoints';
import { type DeployedFake, deployFake } from './support/deployed-stage';
import { findResources, listAt, STAGES, type Stage, stageTemplates } from './support/stage-templates';
import { frozenStage } from './support/stage-variants';

/** Functions that read the table stream. */
const READERS: ReadonlySet<string> = new Set(['projectChanges', 'publishEvents']);
const patience = { pollMs: 1, probeMs: 1, limitMs: 5000 };
function error(name: string): Error {
  return Object.assign(new Error('It is so.'), { name });
}

/** Creates a fake of the deployed stage before each test. Returns the commands of an operator on this fake. */
function deployed(env: Stage) {
  const templates = stageTemplates(env);
  let fake: DeployedFake;
  let lines: string[];
  let pauses: number[];
  const tell = (line: string) => void lines.push(line);
  const read = () => deployedStage(fake.root, fake.outputs, async (ms) => void pauses.push(ms));
  const freeze = async () => freezeStage(await read(), { tell, patience });
  const thaw = async () => thawStage(await read(), { tell, patience });
  const state = async () => stageState(await reportSwitches(await read()));
  beforeEach(async () => {
    fake = await deployFake(templates);
    [lines, pauses] = [[], []];
  });
  afterEach(() => fake.stop());
  return {
    templates,
    tell,
    read,
    freeze,
    thaw,
    state,
    fake: () => fake,
    lines: () => lines,
    pauses: () => pauses,
  };
}

describe.each(STAGES)('%s', (env) => {
  const { templates, tell, read, freeze, thaw, state, fake, lines, pauses } = deployed(env);

  it('is frozen in every limit, mapping and schedule of its templates, requests first', async () => {
    expect(await state()).toBe('open');
    const startedMs = Date.now();
    const restorePointMs = await freeze();
    expect(restorePointMs).toBeGreaterThanOrEqual(startedMs);
    const [stage] = findResources(templates, 'AWS::ApiGateway::Stage');
    expect(fake().settings.size).toBe(listAt(stage?.Properties, 'MethodSettings').length);
    for (const limits of fake().settings.values())
      expect(limits).toEqual({ throttlingRateLimit: 0, throttlingBurstLimit: 0 });
    expect([...fake().mappings.values()].map(({ enabled }) => enabled)).toEqual(Array(6).fill(false));
    expect([...fake().schedules.values()].map(({ State }) => State)).toEqual(['DISABLED']);
    expect(fake().changes.slice(0, 2)).toEqual(['deployments', 'api']);
    expect(await state()).toBe('frozen');
  });

  it('is known to be frozen by a request to each of its routes', async () => {
    await freeze();
    const routes = endpointsIn(env).flatMap((row) =>
      allPaths(row).map((path) => `${row.method} ${path.replaceAll(/\{\w+\}/g, '0')}`),
    );
    expect(routes.length).toBeGreaterThan(60);
    const refused = new Set(
      fake()
        .requests.filter(({ status }) => status === 429)
        .map(({ route }) => route),
    );
    expect([...refused].sort()).toEqual([...new Set(routes)].sort());
  });

  it('waits for as long as its slowest function may run, and for invocations that Lambda holds back', async () => {
    await freeze();
    const longestS = Math.max(15, ...workers.map(({ timeoutS }) => timeoutS));
    const [heldBackS = 0] = findResources(templates, 'AWS::Lambda::EventInvokeConfig').map(({ Properties }) =>
      Number(Properties.MaximumEventAgeInSeconds),
    );
    const readersS = workers.filter(({ id }) => READERS.has(id)).map(({ timeoutS }) => timeoutS);
    expect(pauses()).toEqual([(longestS + heldBackS) * 1000, Math.max(...readersS) * 1000]);
    expect(lines()).toContain(`Waiting ${longestS + heldBackS} s, because a function can still run for this time.`);
  });

  it('lets the readers of the stream work off what was written, and stops them when nothing writes any more', async () => {
    const enabled = () => [...fake().mappings.values()].filter((one) => one.enabled).map(({ id }) => id.slice(0, -8));
    const working: string[][] = [];
    const { root, outputs } = fake();
    const stage = await deployedStage(root, outputs, async () => void working.push(enabled().toSorted()));
    await freezeStage(stage, { tell, patience });
    expect(working).toEqual([['projectChangesFromStream', 'publishEventsFromStream'], []]);
  });

  it('is thawed to exactly what its template has, workers first', async () => {
    const before = { settings: new Map(fake().settings), schedules: new Map(fake().schedules) };
    fake().settings.set('~1by-hand/GET', { throttlingRateLimit: 3, throttlingBurstLimit: 3 });
    await freeze();
    expect(fake().settings.get('~1by-hand/GET')).toMatchObject({ throttlingRateLimit: 0 });
    fake().changes.length = 0;
    await thaw();
    expect(fake().settings).toEqual(before.settings);
    expect(fake().schedules).toEqual(before.schedules);
    expect([...fake().mappings.values()].map(({ enabled }) => enabled)).toEqual(Array(6).fill(true));
    expect(fake().changes.slice(-2)).toEqual(['api', 'deployments']);
    expect(await state()).toBe('open');
  });

  it('allows no deployment in the middle of a freeze', async () => {
    await expect(allowDeployment(await read())).rejects.toThrow(/^Not frozen: .+, .+\. Freeze the stage first\.$/);
    await freeze();
    const [mapping] = fake().mappings.values();
    if (mapping !== undefined) mapping.enabled = true;
    await expect(allowDeployment(await read())).rejects.toThrow(/^Not frozen: \w+\. Freeze the stage first\.$/);
    expect(fake().policy()).toContain('Deny');
  });

  it('empties its queues and fills them from the table', async () => {
    await (await read()).rebuild(tell);
    expect(fake().changes).toEqual([
      ...['FirstAttemptsQueueUrl', 'RetriesQueueUrl', 'StepsQueueUrl'].map((name) => `purge https://queues/${name}`),
      expect.stringMatching(/^invoke redriveOverdueFunction\w+-made \{"rebuild":true\}$/),
    ]);
    expect(pauses()).toEqual([60_000]);
  });
});

// The freeze works in the same way in every stage.
describe('a freeze', () => {
  const { tell, read, freeze, thaw, state, fake } = deployed('production');

  it('refuses deployments while it is frozen, unless one is to come, and takes them again afterwards', async () => {
    const effects = () => [JSON.parse(fake().policy() ?? '{}').Statement[0].Effect];
    await freeze();
    expect(effects()).toEqual(['Deny']);
    fake().changes.length = 0;
    await allowDeployment(await read());
    expect(effects()).toEqual(['Allow']);
    expect(fake().changes).toEqual(['deployments']);
    expect(await state()).toBe('frozen');
    await freeze();
    expect(effects()).toEqual(['Deny']);
    await thaw();
    expect(effects()).toEqual(['Allow']);
  });

  it('freezes what it can where something fails, says what, and finishes when it is run again', async () => {
    fake().refusals.push(error('AccessDeniedException'));
    await expect(freeze()).rejects.toThrow(/^Not everything could be frozen\. PartnerRamp-\w+: It is so\.$/);
    // A freeze stops the stream readers last. This freeze failed before that, so only the writers are frozen.
    const open = async () =>
      (await reportSwitches(await read())).filter((one) => one.kind !== 'deployments' && one.state !== 'frozen');
    const kinds = async () => (await open()).map(({ kind }) => kind);
    await expect.poll(kinds, { interval: 1 }).toEqual(['stream', 'stream']);
    expect(fake().policy()).toBeUndefined();
    await freeze();
    expect(fake().policy()).toContain('Deny');
  });

  it('goes on from where it was ended', async () => {
    const stage = await read();
    for (const one of stage.switches.slice(0, 3)) await one.freeze();
    expect(await state()).toBe('partly');
    await freeze();
    expect(await state()).toBe('frozen');
    const api = stage.switches.slice(0, 1);
    for (const one of api) await one.thaw();
    expect(await state()).toBe('partly');
    await thaw();
    expect(await state()).toBe('open');
  });

  it('tries again while AWS is still busy with an earlier change', async () => {
    fake().refusals.push(error('ResourceInUseException'), error('ResourceInUseException'));
    await freeze();
    expect(await state()).toBe('frozen');
    expect(fake().policy()).toContain('Deny');
  });

  it('is not called frozen while a deployment is in progress', async () => {
    fake().startDeployment();
    await expect(freeze()).rejects.toThrow('a deployment is in progress');
  });

  it('is not called frozen while a route lets requests through, whatever the settings say', async () => {
    await freeze();
    const stage = await read();
    await stage.switches.find(({ kind }) => kind === 'api')?.thaw();
    const others = { ...stage, switches: stage.switches.filter(({ kind }) => kind !== 'api') };
    const impatient = { tell, patience: { pollMs: 1, probeMs: 1, limitMs: 1 } };
    await expect(freezeStage(others, impatient)).rejects.toThrow(
      /^The API still accepts requests: \w+ \/\S* and \d+ more\. Run the command again\.$/,
    );
  });
});

describe('a firewall that refuses an address for its rate', () => {
  const { templates, tell, read, freeze, thaw, fake } = deployed('production');
  const impatient = { tell, patience: { pollMs: 1, probeMs: 1, limitMs: 100 } };
  const effect = () => JSON.parse(fake().policy() ?? '{}').Statement[0].Effect;

  it('does so for no freeze, which calls each route twice a minute at most', async () => {
    const lowestRate = Math.min(...Object.values(templates.config.capacity.firewall));
    expect((await read()).routes.length * 2).toBeLessThan(lowestRate);
  });

  it('is not taken for the gateway by a freeze', async () => {
    fake().firewall.refuses = () => true;
    await expect(freezeStage(await read(), impatient)).rejects.toThrow(
      /^The firewall refuses this IP address, so the state of the API is unknown: \w+ \/\S* and \d+ more\. Run the command again\.$/,
    );
  });

  it('is waited out by a freeze and by a thaw', async () => {
    for (const change of [freeze, thaw]) {
      let left = 200;
      fake().firewall.refuses = () => {
        left -= 1;
        return left > 0;
      };
      await change();
    }
    expect(effect()).toBe('Allow');
  });

  it('does not keep a thaw from letting deployments through', async () => {
    await freeze();
    expect(effect()).toBe('Deny');
    fake().firewall.refuses = () => true;
    await expect(thawStage(await read(), impatient)).rejects.toThrow('The firewall refuses this IP address');
    expect(effect()).toBe('Allow');
  });

  it('nor does a switch that cannot be opened', async () => {
    await freeze();
    fake().refusals.push(error('AccessDeniedException'));
    await expect(thaw()).rejects.toThrow(/^Not everything could be opened\. \w+: It is so\.$/);
    expect(effect()).toBe('Allow');
    await thaw();
  });
});

describe.each(STAGES)('%s, deployed frozen', (env) => {
  let fake: DeployedFake;
  beforeEach(async () => {
    fake = await deployFake(frozenStage(env));
  });
  afterEach(() => fake.stop());

  it('is frozen already, and is thawed to what the open template has', async () => {
    const stage = await deployedStage(fake.root, fake.outputs, async () => undefined);
    expect(stageState(await reportSwitches(stage))).toBe('frozen');
    expect(stage.isDeployedFrozen).toBe(true);
    await thawStage(stage, { tell: () => undefined, patience });
    expect([...fake.mappings.values()].map(({ enabled }) => enabled)).toEqual(Array(6).fill(true));
    expect(stageState(await reportSwitches(stage))).toBe('open');
    const thawed = new Map(fake.settings);
    await fake.stop();
    fake = await deployFake(stageTemplates(env));
    expect(thawed).toEqual(fake.settings);
  });
});
