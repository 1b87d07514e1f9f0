import { existing, OperationFailed, UsageError } from '#ops/errors';
import { flag, optional, text, whole, withDefault } from '#ops/options';
import {
  deleteVersions,
  type ReleasedFunction,
  readReleasedFunctions,
  readStackStatus,
} from '#ops/stage/released-functions';
import { table } from '#ops/text';
import { byWord, verb } from '#ops/verb';

export const release = {
  versions: verb({
    about:
      'Show the current version of the Lambda function of each API endpoint, and the earlier versions to which you can roll back',
    options: {
      function: optional('ID', 'Id of an API endpoint: show only its function (default: all functions)', text),
    },
    check: refuseLocal,
    async run({ function: wanted }, { stage }) {
      const all = await readReleasedFunctions(stage);
      const found = wanted === undefined ? all : [existing(ofId(all, wanted), `No endpoint ${wanted} has versions.`)];
      const rows = found.map(({ id, name, live, deployed, versions }) => ({
        ENDPOINT: id,
        LIVE: live.join(' and '),
        DEPLOYED: deployed,
        VERSIONS: versions.map(({ version }) => version).join(' '),
        PUBLISHED: versions.find(({ version }) => version === live[0])?.publishedAt.slice(0, 16),
        FUNCTION: name,
      }));
      const moved = found.filter(({ live, deployed }) => !live.includes(deployed));
      return {
        json: { functions: found },
        text: `${table(rows, 'No function has versions.')}\n\n${sizeText(found)}`,
        ...(moved.length > 0 && { failure: movedText(moved) }),
      };
    },
  }),

  prune: verb({
    about: 'Delete old versions of Lambda functions. Versions in use and the newest versions remain',
    writes: true,
    options: {
      keep: withDefault(optional('N', 'Number of newest versions to keep, 2 to 50 (default: 5)', whole(2, 50)), 5),
      dryRun: flag('Only count the versions to delete; delete nothing'),
    },
    check: refuseLocal,
    asksWhen: '--dry-run is absent',
    confirm: ({ dryRun }) => !dryRun && byWord('prune', 'delete versions to which you could roll back'),
    async run({ keep, dryRun }, { stage, record }) {
      const status = await readStackStatus(stage);
      // A deployment in progress may need an unused version for its rollback.
      if (!status.endsWith('_COMPLETE'))
        throw new OperationFailed(`Nothing was deleted: the stack of ${stage} is in the status ${status}.`);
      if (!dryRun) await record({ keep });
      const functions = await readReleasedFunctions(stage);
      const doomed = functions.flatMap((one) =>
        versionsToPrune(one, keep).map((version) => ({ endpoint: one.id, name: one.name, version })),
      );
      if (!dryRun) await deleteVersions(doomed);
      const verbText = dryRun ? 'would be deleted' : 'were deleted';
      return {
        json: { dryRun, keep, deleted: doomed },
        text: `${doomed.length} versions of ${functions.length} functions ${verbText}. The newest ${keep} and the versions in use remain.`,
      };
    },
  }),
};

/** Returns the versions to delete: all except the newest `keep`, those of the alias, and the last deployed version. */
export function versionsToPrune({ versions, live, deployed }: ReleasedFunction, keep: number): number[] {
  const numbers = versions.map(({ version }) => version).toSorted((one, other) => other - one);
  return numbers.slice(keep).filter((version) => version !== deployed && !live.includes(version));
}

/** @throws UsageError for a laptop, which runs only one version of each function */
function refuseLocal({ env }: { readonly env: string }): void {
  if (env === 'local') throw new UsageError('Local functions have only one version: select a stage with --env');
}

function ofId(functions: readonly ReleasedFunction[], wanted: string): ReleasedFunction | undefined {
  return functions.find(({ id }) => id === wanted);
}

function sizeText(functions: readonly ReleasedFunction[]): string {
  const versions = functions.flatMap((one) => one.versions);
  const bytes = versions.reduce((sum, { codeBytes }) => sum + codeBytes, 0);
  return `${versions.length} versions with ${(bytes / 1e6).toFixed(1)} MB of code. The default quota is 75 GB per account and Region.`;
}

function movedText(moved: readonly ReleasedFunction[]): string {
  const places = moved.map(({ id, live, deployed }) => `${id} (${live.join(' and ')} instead of ${deployed})`);
  return `Aliases do not point to the last deployed version: ${places.join(', ')}.`;
}
