import { functionEnvironment, type RunVariables, type ServiceEndpoints } from '#local/lambda/function-environment';
import type { LocalFunction } from '#local/lambda/runtime';
import { functionSchema, readPart } from '#local/template/property-schemas';
import { functionArn, type Parts, plainId } from '#local/wiring/parts';
import type { Reporter } from '#shared/transactions/domain/reporters';

/** Functions by their id in the endpoint and worker tables, and ready for the runtime. */
export interface FunctionSet {
  readonly functions: readonly LocalFunction[];
  /** @throws Error when no function has the id */
  keyFor(id: string): string;
}

/** What functions get beyond their templates. */
export interface FunctionSettings {
  readonly endpoints: ServiceEndpoints;
  readonly run: RunVariables;
  /** What each provider's reports are signed with. */
  readonly providerEventsSecrets: Readonly<Record<Reporter, string>>;
}

/** Reads the functions of the templates: code, limits and environment. */
export function readFunctions(parts: Parts, settings: FunctionSettings): FunctionSet {
  const { endpoints, run, providerEventsSecrets } = settings;
  const keys = new Map<string, string>();
  const functions = parts.ofType('AWS::Lambda::Function').map(({ resource, name }): LocalFunction => {
    const properties = readPart(resource, functionSchema, parts.resolver);
    const folder = parts.assembly.assetPaths.get(properties.Code.S3Key);
    if (folder === undefined) throw new Error(`${name}: the assembly has no asset ${properties.Code.S3Key}`);
    // The construct of a function has the row's id and holds the function under this name.
    keys.set(plainId(resource.logicalId).replace(/Function$/, ''), name);
    return {
      name,
      arn: functionArn(name),
      folder,
      handler: properties.Handler,
      timeoutMs: properties.Timeout * 1000,
      memoryMb: properties.MemorySize,
      environment: functionEnvironment({
        name,
        memoryMb: properties.MemorySize,
        variables: properties.Environment?.Variables ?? {},
        endpoints,
        run,
        // The one function that reads it.
        ...(plainId(resource.logicalId).startsWith('takeProviderEvent') && { providerEventsSecrets }),
      }),
    };
  });
  return {
    functions,
    keyFor(id) {
      const key = keys.get(id);
      if (key === undefined) throw new Error(`The templates hold no function ${id}`);
      return key;
    },
  };
}
