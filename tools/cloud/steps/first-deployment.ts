import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readStack } from '#cloud/aws/clients';
import { stackName, type Trial } from '#cloud/plan/trial';
import { ProgramFailed } from '#cloud/programs';
import { check, failureOf } from '#cloud/steps/checks';
import { listLeftOver } from '#cloud/steps/deletion';
import { cdk, deploy } from '#cloud/steps/deployment';

/** A change of a template. The change makes AWS reject one of the template's resources. */
interface Refusal {
  readonly what: string;
  /** Part of the template's file name. */
  readonly template: string;
  readonly before: RegExp;
  readonly after: string;
}

/**
 * Faults in the order in which a deployment creates the faulty resources: a worker function, an alarm in the last nested stack of
 * API endpoints, and the certificate of the domain.
 */
const REFUSALS: readonly Refusal[] = [
  {
    what: 'function',
    template: 'Messaging',
    before: /"Handler": "index.handler"/,
    after: '"Handler": "index.handler", "Layers": ["arn:aws:lambda:us-east-1:000000000000:layer:none:1"]',
  },
  { what: 'alarm', template: 'ApiPayments', before: /"Threshold": \d+/, after: '"Threshold": null' },
  {
    what: 'certificate',
    template: 'Api',
    before: /"RegionalCertificateArn": "[^"]+"/,
    after: '"RegionalCertificateArn": "arn:aws:acm:us-east-1:000000000000:certificate/none"',
  },
];

const assetFile = z.object({ files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })) });

/**
 * Makes the first deployment of production fail three times: because of a function, an alarm and a certificate. After each
 * failure, only the empty stack remains, and the deployment without the fault succeeds. Removes all deployments except the last.
 */
export async function failFirstDeployments(trial: Trial): Promise<string> {
  const { aws } = trial.cloud;
  const name = stackName('production');
  const folder = trial.assembly('production', 'unprotected');
  for (const refusal of REFUSALS) {
    const restore = change(folder, refusal);
    const failure = await failureOf(deploy(trial, folder)).finally(restore);
    check(failure instanceof ProgramFailed, `the deployment with the refused ${refusal.what} ended with ${failure}`);
    const status = (await readStack(aws, name))?.status;
    check(status === 'ROLLBACK_COMPLETE', `after the refused ${refusal.what} the stack is in ${status}`);
    await listLeftOver(trial, name);
    await deploy(trial, folder);
    if (refusal === REFUSALS.at(-1)) continue;
    await cdk(trial, folder, ['destroy', '--force']);
    await listLeftOver(trial);
  }
  return `a deployment after a refused ${REFUSALS.map(({ what }) => what).join(', ')}`;
}

/**
 * Changes a template and renames all templates, because the emulator caches the content of a template by its name.
 * @returns a function that undoes the change
 */
function change(folder: string, { what, template, before, after }: Refusal): () => void {
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }));
  const { text: assets = '' } = texts.find(({ file }) => file.endsWith('.assets.json')) ?? {};
  const hashes = Object.entries(assetFile.parse(JSON.parse(assets)).files).flatMap(([hash, { source }]) =>
    source.path.endsWith('.template.json') ? [hash] : [],
  );
  const isChanged = new RegExp(`${template}[0-9A-F]{8}\\.nested\\.template\\.json$`);
  for (const { file, text } of texts) {
    const changed = isChanged.test(file) ? text.replace(before, after) : text;
    check(!isChanged.test(file) || changed !== text, `${file} has no ${what}`);
    writeFileSync(
      file,
      hashes.reduce(
        (all, hash) =>
          all.replaceAll(
            hash,
            createHash('sha256')
              .update(hash + what)
              .digest('hex'),
          ),
        changed,
      ),
    );
  }
  return () => {
    for (const { file, text } of texts) writeFileSync(file, text);
  };
}
