/**
 * Synthesizes the sandbox stage without function code into the folder in the first argument. A local run uses the code from
 * `FunctionBundles`. This program runs in a separate process, so that the CDK's memory is freed at exit.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { synthesizeSandbox } from '#local/start/synthesize-sandbox';

const [, , outDir] = process.argv;
if (outDir === undefined) throw new Error('The folder of the templates is missing');
// The templates require an asset for each function. All assets are empty, because a local run uses code from `FunctionBundles`.
const none = `${outDir}-no-code`;
mkdirSync(none, { recursive: true });
writeFileSync(join(none, 'index.js'), '');
synthesizeSandbox(outDir, (folder) =>
  Code.fromAsset(none, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: createHash('sha256').update(folder).digest('hex'),
  }),
);
rmSync(none, { recursive: true, force: true });
