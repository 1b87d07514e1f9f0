/** SDK client methods for the operations of the OpenAPI document. The docs.ts of a resource contains the names of its methods. */
import type { SdkMethod } from '#shared/contract/define-docs';
import { endpointDocs } from '../endpoint-docs';
import {
  currentOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type PlacedOperation,
} from './published-document';

/** Manually written base classes of resources, with their modules. */
const baseClasses: Readonly<Record<string, readonly [name: string, module: string]>> = {
  changes: ['FollowedChanges', 'change-feed'],
};

interface Method {
  readonly resource: string;
  readonly source: string;
}

/** Generates `sdk/src/generated/resources.ts`: a class for each resource, and one with all resources. */
export function resourcesModule(document: OpenApiDocument): string {
  const methods = currentOperations(document).flatMap(toMethods);
  const names = [...new Set(methods.map(({ resource }) => resource))];
  const classes = names.map((name) =>
    classSource(
      name,
      methods.filter(({ resource }) => resource === name),
    ),
  );
  const bases = Object.values(baseClasses).map(([name, module]) => `import { ${name} } from '../${module}.js';\n`);
  return `// Written by "npm run docs" from the docs of the endpoints and docs/openapi.json; changes here are lost.

${bases.join('')}import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from '../resource.js';
import type { Transport } from '../transport.js';

${classes.join('\n')}
/** The resources of the API. */
export abstract class Resources {
${names.map((name) => `  readonly ${name}: ${className(name)};\n`).join('')}
  constructor(transport: Transport) {
${names.map((name) => `    this.${name} = new ${className(name)}(transport);\n`).join('')}  }
}
`;
}

/** Returns the methods of an operation: one that reads its data and, if it also returns a file, one that downloads the file. */
function toMethods({ path, operation }: PlacedOperation): Method[] {
  const { operationId } = operation;
  const file = endpointDocs.get(operationId)?.sdkFile;
  const own = toMethod(path, operation, { name: methodOf(operationId) });
  return file === undefined ? [own] : [own, toMethod(path, operation, { name: file, isFile: true })];
}

/** Returns the method name of an operation (`resource.method`) and its comment. */
export function methodOf(operationId: string): SdkMethod {
  if (operationId === 'getOpenApi') return ['documentation.getOpenApi', 'Reads the OpenAPI document.'];
  const docs = endpointDocs.get(operationId);
  if (docs === undefined) throw new Error(`${operationId} has no docs.ts, which names its method in the SDK`);
  return docs.sdk;
}

function toMethod(
  path: string,
  operation: OpenApiOperation,
  { name: [name, comment], isFile = false }: { readonly name: SdkMethod; readonly isFile?: boolean },
): Method {
  const { operationId, parameters = [], requestBody } = operation;
  const [resource = '', method = ''] = name.split('.');
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const isList = queries.some((parameter) => parameter.name === 'cursor');
  const content = [
    ...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []),
    ...(queries.length > 0 ? ['query'] : []),
    ...(requestBody === undefined ? [] : ['body']),
  ];
  const query = queries.length > 0 ? [`query${optional(queries)}: Query<'${operationId}'>`] : [];
  const signature = [
    ...ids.map((id) => `${id}: string`),
    ...query,
    ...(requestBody === undefined ? [] : [`body${optional([requestBody])}: Body<'${operationId}'>`]),
    'options?: RequestOptions',
  ];
  const response = isList
    ? `ListingOf<'${operationId}'>`
    : `RampPromise<${isFile ? 'Uint8Array' : `Data<'${operationId}'>`}>`;
  const fileType = isFile ? `'${endpointDocs.get(operationId)?.contract.alsoFile}', ` : '';
  const input = content.length > 0 ? `{ ${content.join(', ')} }` : '{}';
  const source = `  /** ${comment} */
  ${method}(${signature.join(', ')}): ${response} {
    return this.transport.${isFile ? 'download' : isList ? 'list' : 'send'}('${operationId}', ${input}, ${fileType}options);
  }
`;
  return { resource, source };
}

/** Returns `?` for an argument without required parts. */
function optional(parts: readonly { readonly required?: boolean | undefined }[]): '?' | '' {
  return parts.some(({ required }) => required === true) ? '' : '?';
}

function classSource(resource: string, methods: readonly Method[]): string {
  const [base] = baseClasses[resource] ?? ['Resource'];
  return `export class ${className(resource)} extends ${base} {
${methods.map(({ source }) => source).join('\n')}}
`;
}

function className(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}
