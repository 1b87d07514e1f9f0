import type { Integration } from '#local/gateway/api-description';
import { type ApiDescription, describeApi } from '#local/gateway/api-description';
import { readPart, restApiSchema, stageSchema } from '#local/template/property-schemas';
import type { Parts } from '#local/wiring/parts';

/** The REST API of the templates and the stage that serves it. */
export interface RestApi {
  readonly api: ApiDescription;
  readonly apiId: string;
  readonly stage: string;
}

/**
 * Reads the REST API.
 * @throws Error when there is not exactly one with one stage, or a route leads to no function
 */
export function readRestApi(parts: Parts, functionKeys: ReadonlySet<string>): RestApi {
  const rest = single(parts.ofType('AWS::ApiGateway::RestApi'), 'REST API');
  const stage = readPart(
    single(parts.ofType('AWS::ApiGateway::Stage'), 'API stage').resource,
    stageSchema,
    parts.resolver,
  );
  const { Body, MinimumCompressionSize } = readPart(rest.resource, restApiSchema, parts.resolver);
  const described = describeApi(Body);
  for (const { path, methods } of described.routes) {
    for (const integration of methods.values()) checkTarget(integration, path, functionKeys);
  }
  return {
    api: {
      ...described,
      minimumCompressionBytes: MinimumCompressionSize,
    },
    apiId: rest.name,
    stage: stage.StageName,
  };
}

function checkTarget(integration: Integration, path: string, functionKeys: ReadonlySet<string>): void {
  if (integration.kind === 'proxy' && !functionKeys.has(integration.functionKey)) {
    throw new Error(`Path ${path} leads to ${integration.functionKey}, which is no function of the templates`);
  }
}

function single<Part>(found: readonly Part[], what: string): Part {
  const [first, ...more] = found;
  if (first === undefined || more.length > 0)
    throw new Error(`The templates hold ${found.length} of ${what} instead of one`);
  return first;
}
