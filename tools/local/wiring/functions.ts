import { functionEnvironment, type RunVariables, type ServiceEndpoints } from '#local/lambda/function-environment';
import type { LocalFunction } from '#local/lambda/runtime';
import { functionSchema, layerSchema, readPart } from '#local/template/property-schemas';
import { functionArn, type Parts, plainId } from '#local/wiring/parts';
import { endpoints, workers } from '#shared/contract/endpoints';
import { DOCUMENT_LAYER } from '#shared/documents/files';
import type { Reporter } from '#shared/transactions/domain/reporters';

const folders: ReadonlyMap<string, string> = new Map([...endpoints, ...workers].map(({ id, folder }) => [id, folder]));

/** The functions of the templates. The keys of `byId` are the ids in `endpoints` and `workers` (shared/contract). */
export interface FunctionSet {
  readonly functions: readonly LocalFunction[];
  readonly byId: Readonly<Record<string, LocalFunction>>;
  /** Returns the function's name. @throws Error if no function has the id */
  keyFor(id: string): string;
}

/** Settings of the functions. The templates do not contain these settings. */
export interface FunctionSettings {
  readonly endpoints: ServiceEndpoints;
  readonly run: RunVariables;
  /** Secrets by provider. Each provider signs its events with its secret. */
  readonly providerEventsSecrets: Readonly<Record<Reporter, string>>;
  /**
   * True if the code of each function is in the folder that shared/contract specifies for the function.
   * @default the code is in the assets of the assembly
   */
  readonly inFolders?: boolean | undefined;
  /** Multiplies the time limit of each function. @default 1 */
  readonly timeLimitFactor?: number | undefined;
}

/** Reads code location, limits and environment of the functions in the templates. */
export function readFunctions(parts: Parts, settings: FunctionSettings): FunctionSet {
  const { endpoints, run, providerEventsSecrets, inFolders, timeLimitFactor = 1 } = settings;
  const byId: Record<string, LocalFunction> = {};
  const layers = new Map(
    parts.ofType('AWS::Lambda::LayerVersion').map(({ resource, name }) => {
      const { S3Key } = readPart(resource, layerSchema, parts.resolver).Content;
      return [name, inFolders === true ? DOCUMENT_LAYER : parts.assembly.assetPaths.get(S3Key)];
    }),
  );
  const functions = parts.ofType('AWS::Lambda::Function').map(({ resource, name }): LocalFunction => {
    const properties = readPart(resource, functionSchema, parts.resolver);
    // A function's logical id is its id in `endpoints` or `workers`, followed by `Function` and a hash.
    const id = plainId(resource.logicalId).replace(/Function$/, '');
    const folder = inFolders === true ? (folders.get(id) ?? id) : parts.assembly.assetPaths.get(properties.Code.S3Key);
    if (folder === undefined) throw new Error(`${name}: the assembly has no asset ${properties.Code.S3Key}`);
    const [layer] = properties.Layers ?? [];
    if (layer !== undefined && !layers.has(layer)) throw new Error(`${name}: no template has the layer ${layer}`);
    const fn: LocalFunction = {
      name,
      arn: functionArn(name),
      folder,
      layer: layers.get(layer ?? ''),
      handler: properties.Handler,
      timeoutMs: properties.Timeout * 1000 * timeLimitFactor,
      memoryMb: properties.MemorySize,
      environment: functionEnvironment({
        name,
        memoryMb: properties.MemorySize,
        variables: properties.Environment?.Variables ?? {},
        endpoints,
        run,
        // Only this function reads the secrets.
        ...(id === 'takeProviderEvent' && { providerEventsSecrets }),
      }),
    };
    byId[id] = fn;
    return fn;
  });
  return {
    functions,
    byId,
    keyFor(id) {
      const fn = byId[id];
      if (fn === undefined) throw new Error(`The templates contain no function ${id}`);
      return fn.name;
    },
  };
}
