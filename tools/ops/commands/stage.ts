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
  if (env === 'local') throw new UsageError('The local stack cannot be frozen: select a stage with --env');
}

const url = optional('URL', 'Base URL of the API (default: the URL of the stage)', text);

export const stage = {
  status: verb({
    about:
      'Show whether the stage is open or frozen, and the state of each switch: API, queue readers, stream readers, schedules, and deployments',
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
      'Freeze a stage: refuse every request, stop every worker, wait until nothing runs, and print the restore point. If the command is interrupted, run it again to finish',
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
        text: `${given.env} is frozen. At the restore point ${restorePoint}, the table contains all acknowledged data.`,
      };
    },
  }),

  'allow-deployment': verb({
    about:
      'Allow deployments to a frozen stage. Deploy with --context frozen=true, so that requests and workers remain stopped',
    ...{ writes: true, tableMayBeGone: true },
    options: {},
    check,
    async run(given, { outputs, record }) {
      await record({});
      await allowDeployment(await findStage(given, outputs));
      return {
        json: { env: given.env, state: 'frozen' },
        text: `${given.env} is frozen, and accepts deployments. Deploy with --context frozen=true.`,
      };
    },
  }),

  thaw: verb({
    about:
      'End the freeze of a stage: start the workers first, then the API. The command restores the rate limits in the CloudFormation template of the stage, and enables all queue readers, stream readers and schedules',
    ...{ writes: true, tableMayBeGone: true },
    options: {
      rebuild: flag(
        'Before the stage opens, empty the queues and fill them again from the table. Use it after a restore',
      ),
      url,
    },
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
    ? ['The deployed template is frozen: deploy without --context frozen=true before the next release.']
    : [];
}
