import type { Environment, StageOutputs } from '#ops/connection';
import { UsageError } from '#ops/errors';
import { flag, optional, text } from '#ops/options';
import { deployedStage } from '#ops/stage/deployed-stage';
import { allowDeployment, freezeStage, reportSwitches, stageState, thawStage } from '#ops/stage/freeze';
import type { StageSwitches } from '#ops/stage/switches';
import { instantText, table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';

interface Given {
  readonly env: Environment;
  readonly url?: string | undefined;
}

function check({ env }: Given): void {
  if (env === 'local') throw new UsageError('A laptop is not frozen: name a stage by --env');
}

const url = optional('URL', "The API's base address (default: that of the stage)", text);

export const stage = {
  status: verb({
    about: 'Show whether the stage and each of its parts is open or frozen',
    tableMayBeGone: true,
    options: {},
    check,
    async run(given, { outputs }) {
      const found = await findStage(given, outputs);
      const switches = await reportSwitches(found);
      const state = stageState(switches);
      const { isDeployedFrozen } = found;
      const lines = [`${given.env} is ${state}.`, table(switches.map(upperCased)), ...frozenTemplateNote(found)];
      return { json: { env: given.env, state, isDeployedFrozen, switches }, text: lines.join('\n') };
    },
  }),

  freeze: verb({
    about:
      'Refuse every request, stop every worker, wait until nothing is running, and print the restore point. After an interruption, run it again to finish',
    ...{ writes: true, tableMayBeGone: true },
    options: { url },
    check,
    confirm: () => byWord('freeze', 'refuse all requests of partners and providers'),
    async run(given, { outputs, record, tell }) {
      await record({});
      const found = await findStage(given, outputs);
      const restorePoint = instantText(await freezeStage(found, { tell }));
      return {
        json: { env: given.env, state: 'frozen', restorePoint, switches: await reportSwitches(found) },
        text: `${given.env} is frozen. Everything that was acknowledged is in the table at ${restorePoint}, the restore point.`,
      };
    },
  }),

  'allow-deployment': verb({
    about: 'Allow a deployment with --context frozen=true to a frozen stage. Everything else stays frozen',
    ...{ writes: true, tableMayBeGone: true },
    options: {},
    check,
    async run(given, { outputs, record }) {
      await record({});
      await allowDeployment(await findStage(given, outputs));
      return {
        json: { env: given.env, state: 'frozen' },
        text: `${given.env} is frozen, and takes deployments. Deploy with --context frozen=true.`,
      };
    },
  }),

  thaw: verb({
    about: 'Open a frozen stage as its template says: first the workers, then requests',
    ...{ writes: true, tableMayBeGone: true },
    options: { rebuild: flag('First empty the queues and fill them from the table; use it after a restore'), url },
    check,
    confirm: () => byWord('thaw', 'open the stage'),
    async run({ rebuild, ...given }, { outputs, record, tell }) {
      await record({ rebuild });
      const found = await findStage(given, outputs);
      if (rebuild) await found.rebuild(tell);
      await thawStage(found, { tell });
      return {
        json: { env: given.env, state: 'open', switches: await reportSwitches(found) },
        text: [`${given.env} is open.`, ...frozenTemplateNote(found)].join('\n'),
      };
    },
  }),
};

async function findStage({ env, url }: Given, outputs: StageOutputs): Promise<StageSwitches> {
  const found = await deployedStage(`PartnerRamp-${env}`, outputs);
  return url === undefined ? found : { ...found, baseUrl: url.replace(/\/$/, '') };
}

function frozenTemplateNote({ isDeployedFrozen }: StageSwitches): string[] {
  return isDeployedFrozen
    ? ['Its template is frozen: deploy without --context frozen=true before the next release.']
    : [];
}
