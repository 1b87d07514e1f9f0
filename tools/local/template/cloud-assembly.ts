import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asText, isObject, type JsonObject } from '#local/template/json';

export interface Resource {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonObject;
  /** The complete resource, including DependsOn, Condition and Metadata. */
  readonly attributes: JsonObject;
}

/** A synthesized template with its stack name. */
export interface StackTemplate {
  readonly stackName: string;
  readonly sections: JsonObject;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly outputs: JsonObject;
  /** For a nested stack: the resource in the parent stack that represents it. */
  readonly parent?: { readonly stackName: string; readonly logicalId: string };
}

export interface CloudAssembly {
  readonly stacks: readonly StackTemplate[];
  /** Paths of the asset folders and files by object key (`Code.S3Key` in the templates). */
  readonly assetPaths: ReadonlyMap<string, string>;
}

/**
 * Reads a synthesized cloud assembly: all stacks in the manifest, including nested stacks.
 * @throws Error if the folder contains no assembly or no stack
 */
export function readCloudAssembly(folder: string): CloudAssembly {
  const stacks: StackTemplate[] = [];
  const assetPaths = new Map<string, string>();
  collect(folder, stacks, assetPaths);
  if (stacks.length === 0) throw new Error(`${folder} contains no stack. Run the synthesis first`);
  return { stacks, assetPaths };
}

function collect(folder: string, stacks: StackTemplate[], assetPaths: Map<string, string>): void {
  const manifest = readObject(join(folder, 'manifest.json'));
  for (const [id, entry] of Object.entries(asObject(manifest.artifacts ?? {}, 'manifest artifacts'))) {
    const artifact = asObject(entry, `artifact ${id}`);
    const properties = asObject(artifact.properties ?? {}, `properties of artifact ${id}`);
    switch (artifact.type) {
      case 'aws:cloudformation:stack': {
        const file = join(folder, asText(properties.templateFile, `template file of ${id}`));
        const stack = toTemplate(asText(properties.stackName ?? id, `name of ${id}`), readObject(file));
        stacks.push(stack, ...nestedStacks(folder, stack));
        break;
      }
      case 'cdk:asset-manifest':
        collectAssets(folder, asText(properties.file, `asset file of ${id}`), assetPaths);
        break;
      case 'cdk:cloud-assembly':
        collect(join(folder, asText(properties.directoryName, `folder of ${id}`)), stacks, assetPaths);
        break;
      case 'cdk:tree':
      case 'cdk:feature-flag-report':
        break;
      default:
        throw new Error(`Artifact ${id} of ${folder} has the type ${String(artifact.type)}, which cannot run locally`);
    }
  }
}

/** Returns the nested stacks of a stack, at all levels. Their templates are in `folder`. */
function nestedStacks(folder: string, { stackName, resources }: StackTemplate): StackTemplate[] {
  return [...resources.values()]
    .filter(({ type }) => type === 'AWS::CloudFormation::Stack')
    .flatMap(({ logicalId, attributes }) => {
      const metadata = asObject(attributes.Metadata ?? {}, `${stackName}/${logicalId} Metadata`);
      const file = asText(metadata['aws:asset:path'], `${stackName}/${logicalId} asset path`);
      const name = `${stackName}-${logicalId.replace(/NestedStack.*$/, '')}`;
      const nested = {
        ...toTemplate(name, readObject(join(folder, file))),
        parent: { stackName, logicalId },
      };
      return [nested, ...nestedStacks(folder, nested)];
    });
}

function collectAssets(folder: string, file: string, assetPaths: Map<string, string>): void {
  const manifest = readObject(join(folder, file));
  if (Object.keys(asObject(manifest.dockerImages ?? {}, `${file} dockerImages`)).length > 0) {
    throw new Error(`${file} contains container images, which cannot run locally`);
  }
  for (const [hash, entry] of Object.entries(asObject(manifest.files ?? {}, `${file} files`))) {
    const asset = asObject(entry, `asset ${hash}`);
    const source = asObject(asset.source, `source of asset ${hash}`);
    if (typeof source.path !== 'string') continue;
    for (const target of Object.values(asObject(asset.destinations, `destinations of asset ${hash}`))) {
      if (isObject(target) && typeof target.objectKey === 'string') {
        assetPaths.set(target.objectKey, join(folder, source.path));
      }
    }
  }
}

/** Converts a parsed template to a `StackTemplate`. Tests also use this function. */
export function toTemplate(stackName: string, sections: JsonObject): StackTemplate {
  const resources = new Map<string, Resource>();
  for (const [logicalId, entry] of Object.entries(asObject(sections.Resources ?? {}, `${stackName} Resources`))) {
    const attributes = asObject(entry, `${stackName}/${logicalId}`);
    resources.set(logicalId, {
      stackName,
      logicalId,
      type: asText(attributes.Type, `${stackName}/${logicalId} Type`),
      properties: asObject(attributes.Properties ?? {}, `${stackName}/${logicalId} Properties`),
      attributes,
    });
  }
  return {
    stackName,
    sections,
    resources,
    outputs: asObject(sections.Outputs ?? {}, `${stackName} Outputs`),
  };
}

function readObject(file: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read. Run the synthesis first`, { cause });
  }
  return asObject(JSON.parse(text), file);
}
