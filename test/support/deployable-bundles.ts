import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { deployableTemplates, METAFILE } from '#local/start/templates';
import { plainId, readParts } from '#local/wiring/parts';
import { endpoints, workers } from '#shared/contract/endpoints';

/** The bundles that the sandbox templates deploy. */
export interface DeployableBundles {
  /** Folder with the built code of each function. The key is the function's source folder. */
  readonly assets: ReadonlyMap<string, string>;
  readonly layer: string;
  readonly metafile: z.infer<typeof metafileSchema>;
}

const metafileSchema = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) })),
});
const functionSchema = z.object({ Code: z.object({ S3Key: z.string() }) });
const layerSchema = z.object({ Content: functionSchema.shape.Code });

/**
 * Returns the bundles that the sandbox templates deploy and that the test stacks run. Builds the bundles and templates if needed.
 */
export async function deployableBundles(crashPoints = false): Promise<DeployableBundles> {
  const root = resolve(import.meta.dirname, '../..');
  const cdkOut = await deployableTemplates({ root, print: () => undefined }, crashPoints);
  const folders = new Map<string, string>([...endpoints, ...workers].map(({ id, folder }) => [id, folder]));
  const { assembly, ofType } = readParts(cdkOut);
  const assets = new Map<string, string>();
  for (const { resource } of ofType('AWS::Lambda::Function')) {
    const id = plainId(resource.logicalId).replace(/Function$/, '');
    const asset = assembly.assetPaths.get(functionSchema.parse(resource.properties).Code.S3Key);
    if (asset === undefined) throw new Error(`The assembly has no asset of ${id}`);
    assets.set(folders.get(id) ?? id, asset);
  }
  const [documents] = ofType('AWS::Lambda::LayerVersion');
  const layer = assembly.assetPaths.get(layerSchema.parse(documents?.resource.properties).Content.S3Key) ?? 'no layer';
  return { assets, layer, metafile: metafileSchema.parse(JSON.parse(readFileSync(join(cdkOut, METAFILE), 'utf8'))) };
}
