/**
 * Synthesizes the sandbox stage without code into the folder that the argument names, for a run on `FunctionBundles`. It runs as one
 * CommonJS file in a separate process, which frees the CDK's memory when it ends.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { synthesizeSandbox } from '#local/start/synthesize-sandbox';

const [, , outDir] = process.argv;
if (outDir === undefined) throw new Error('The folder of the templates is missing');
// The templates name an asset for each function; a local run takes its code from elsewhere.
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
