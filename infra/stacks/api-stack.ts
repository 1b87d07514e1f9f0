import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { gatewayDefinition } from '#infra/constructs/gateway-definition';
import { type FunctionContext, ServiceFunction } from '#infra/constructs/service-function';
import { stackProps } from '#infra/stacks/stack-props';
import { type EndpointRow, endpointsOf, pathsOf } from '#shared/api/endpoints';

/** Longest run of an endpoint's function, in seconds. */
const FUNCTION_TIMEOUT_S = 15;

/** The gateway gives up first, so that a slow function becomes a 504 of ours and not the gateway's own 502. */
const GATEWAY_TIMEOUT_MS = 14_500;

/** The gateway and one function per endpoint. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    private readonly context: FunctionContext,
  ) {
    super(scope, id, stackProps(context.config, 'Gateway and endpoints of Partner Ramp'));
    const { config } = context;
    const rows = endpointsOf(config.name);
    const functions = new Map(rows.map((row) => [row, this.endpointFunction(row)]));

    const api = new SpecRestApi(this, 'Gateway', {
      restApiName: `PartnerRamp-${config.name}`,
      description: 'Partner API, version 2',
      endpointTypes: [EndpointType.REGIONAL],
      apiDefinition: ApiDefinition.fromInline(
        gatewayDefinition({
          title: `PartnerRamp-${config.name}`,
          rows,
          integrationUri: (row) => this.integrationUri(functions.get(row)),
          timeoutMs: GATEWAY_TIMEOUT_MS,
        }),
      ),
      cloudWatchRole: config.setsGatewayLogRole,
      deployOptions: {
        stageName: config.name,
        throttlingRateLimit: config.throttling.default.requestsPerS,
        throttlingBurstLimit: config.throttling.default.burst,
        methodOptions: routeThrottling(rows, config),
        accessLogDestination: new LogGroupLogDestination(this.accessLogs()),
        accessLogFormat: accessLogFormat(),
      },
    });
    for (const [row, lambda] of functions) {
      for (const path of pathsOf(row)) {
        lambda.addPermission(path === row.path ? 'Gateway' : `Gateway${path}`, {
          principal: new ServicePrincipal('apigateway.amazonaws.com'),
          // Any value of a path parameter, and this route alone.
          sourceArn: api.arnForExecuteApi(row.method, path.replaceAll(/\{\w+\}/g, '*'), config.name),
        });
      }
    }
    // Replaced by an output with a name that does not change.
    api.node.tryRemoveChild('Endpoint');
    new CfnOutput(this, 'ApiUrl', {
      value: api.url,
      description: 'Base address of the API; paths follow it',
    });
  }

  private endpointFunction(row: EndpointRow): LambdaFunction {
    const { lambda } = new ServiceFunction(this, row.id, {
      row,
      context: this.context,
      memoryMb: this.context.config.memoryMb.endpoint,
      timeoutS: FUNCTION_TIMEOUT_S,
    });
    return lambda;
  }

  private integrationUri(lambda: LambdaFunction | undefined): string {
    if (lambda === undefined) throw new Error('A row of the gateway has no function');
    return `arn:${this.partition}:apigateway:${this.region}:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`;
  }

  private accessLogs(): LogGroup {
    const { config } = this.context;
    return new LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays,
      removalPolicy: config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}

function routeThrottling(
  rows: readonly EndpointRow[],
  config: StageConfig,
): Record<string, MethodDeploymentOptions> {
  const routes = config.throttling.routes ?? {};
  return Object.fromEntries(
    rows.flatMap((row) => {
      const limit = routes[row.id];
      if (limit === undefined) return [];
      const options = { throttlingRateLimit: limit.requestsPerS, throttlingBurstLimit: limit.burst };
      return pathsOf(row).map((path) => [`${path}/${row.method}`, options]);
    }),
  );
}

/** No address, agent, path or header of the caller: the route's template instead of the path, which holds ids. */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: '$context.requestId',
      time: '$context.requestTime',
      method: '$context.httpMethod',
      route: '$context.resourcePath',
      status: '$context.status',
      errorType: '$context.error.responseType',
      integrationStatus: '$context.integration.status',
      functionRequestId: '$context.integration.requestId',
      latencyMs: '$context.responseLatency',
      integrationLatencyMs: '$context.integrationLatency',
      bytes: '$context.responseLength',
    }),
  );
}
