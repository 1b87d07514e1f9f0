import { RemovalPolicy, Size } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Architecture, CfnPermission, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { countResponses } from '#infra/constructs/access-log-metric';
import { releaseAlarm } from '#infra/constructs/alarms/release-alarms';
import { ApiDomain, TLS } from '#infra/constructs/api-domain';
import { Firewall } from '#infra/constructs/firewall';
import { gatewayDefinition } from '#infra/constructs/gateway-definition';
import { GradualRelease } from '#infra/constructs/gradual-release';
import { ADDRESSES_KEPT_DAYS, retention } from '#infra/constructs/retention';
import type { FunctionContext } from '#infra/constructs/service-function';
import { ENDPOINT_GROUPS, EndpointGroup, endpointGroupFor } from '#infra/stacks/endpoint-group';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';
import { allPaths, type EndpointRow, endpointsIn } from '#shared/contract/endpoints';
import { DOCUMENT_LAYER } from '#shared/documents/files';
import { BURST_S } from '#shared/partners/domain/request-rate';

/** Minimum size of a compressed body, in bytes. A body that fits into one network packet gains no speed (docs/adr/001). */
const COMPRESSED_FROM = Size.bytes(1400);

/** The gateway times out before the function (15 s). A slow function then causes our 504 response and not the gateway's 502. */
const GATEWAY_TIMEOUT_MS = 14_500;

/** The API Gateway, its firewall, and the functions of the endpoints in nested stacks. */
export class ApiStack extends StagePart {
  readonly outputs: PartOutputs;

  constructor(
    scope: Construct,
    id: string,
    private readonly context: FunctionContext,
  ) {
    super(scope, id, { description: `Gateway and endpoints of Partner Ramp (${context.config.name})` });
    const { config } = context;
    const rows = endpointsIn(config.name);
    const live = this.liveVersions(rows);
    const accessLogs = this.accessLogs();
    const { routes } = config.capacity;
    const api = new SpecRestApi(this, 'Gateway', {
      restApiName: apiName(config),
      description: 'Partner API, version 2',
      endpointTypes: [EndpointType.REGIONAL],
      apiDefinition: ApiDefinition.fromInline(
        gatewayDefinition({
          title: apiName(config),
          rows,
          integrationUri: (row) =>
            `arn:${this.partition}:apigateway:${this.region}:lambda:path/2015-03-31/functions/${live(row)}/invocations`,
          timeoutMs: GATEWAY_TIMEOUT_MS,
          baseUrl: ownAddress(config) ?? 'https://$context.domainName/$context.stage',
        }),
      ),
      // If the stage has a domain name, the default address is disabled: callers must use the stage's domain names
      // (docs/adr/012).
      disableExecuteApiEndpoint: config.domain !== undefined,
      minCompressionSize: COMPRESSED_FROM,
      cloudWatchRole: config.logs.setsGatewayRole,
      // Other APIs of the account also use this logging role. The role remains if this API is deleted or its first deployment
      // fails, because the account settings refer to the role.
      ...(config.logs.setsGatewayRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: config.name,
        ...throttling(routes.default),
        methodOptions: routeThrottling(rows, routes.open),
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: accessLogFormat(),
      },
    });
    const resource = api.node.defaultChild;
    if (!(resource instanceof CfnRestApi)) throw new Error(`${api.node.path} has no CfnRestApi resource`);
    Object.assign(resource, TLS);
    // The gateway applies these settings only with a new deployment. A changed logical id creates a new deployment.
    api.latestDeployment?.addToLogicalId({
      ...TLS,
      ownAddressAlone: config.domain !== undefined,
      compressedFromBytes: COMPRESSED_FROM.toBytes(),
    });
    acknowledge(api, {
      'AwsSolutions-APIG2': 'Functions check requests after the key, and report every invalid field: docs/adr/001.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        "The account's log role for API Gateway, which accepts no narrower role.",
    });
    acknowledge(api.deploymentStage, {
      'AwsSolutions-APIG6': 'Execution logs contain full paths, including tokens of hosted pages: docs/adr/011.',
      'Serverless-APIGWXrayEnabled': 'Traces contain full URLs, including tokens of hosted pages: docs/adr/011.',
      ...(config.firewall === undefined && {
        'AwsSolutions-APIG3': 'The settings of this stage contain no firewall. Another firewall can protect the stage.',
      }),
    });
    countResponses(this, { accessLogs, metricName: 'answersUnauthorized', statuses: [401, 403] });
    countResponses(this, { accessLogs, metricName: 'answersThrottled', statuses: [429] });
    // Functions never return 502 or 504. The gateway returns them if a function crashed or timed out.
    countResponses(this, { accessLogs, metricName: 'unexpectedFailure', statuses: [502, 504] });
    for (const row of rows) this.permit(api, row, live(row));
    if (config.firewall !== undefined) {
      const { stageArn } = api.deploymentStage;
      const baseUrl = ownAddress(config) ?? api.urlForPath().replace(/\/$/, '');
      new Firewall(this, 'Firewall', { config, stageArn, baseUrl });
    }
    this.outputs = this.partOutputs(api);
  }

  /** Creates the endpoints' Lambda functions. Returns a TypeScript function that finds the alias to invoke for an endpoint. */
  private liveVersions(rows: readonly EndpointRow[]): (row: EndpointRow) => string {
    const { context } = this;
    const { config } = context;
    const documents = new LayerVersion(this, 'Documents', {
      description: 'Fonts and text layout for documents',
      code: context.codeFor(DOCUMENT_LAYER),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    const alarm = releaseAlarm(this, config);
    const release = GradualRelease.of(this, config);
    const groups = ENDPOINT_GROUPS.map((name) => {
      const own = rows.filter((row) => endpointGroupFor(row) === name);
      const group = new EndpointGroup(this, name, { rows: own, context: { ...context, documents }, release });
      // CodeDeploy reads the alarm when a release starts, so the alarm must exist before the nested stack `group`.
      group.node.addDependency(alarm);
      return group;
    });
    // Deploys the groups one after the other, because Lambda accepts 15 function changes per second. Groups without gradual
    // releases deploy first. The alarms of a later gradual release then also detect errors in the new versions of these groups.
    const chain = groups.toSorted((one, other) => Number(one.hasGradual) - Number(other.hasGradual));
    for (const [at, group] of chain.entries()) if (at > 0) group.addStackDependency(chain[at - 1] ?? group);
    const live = new Map(groups.flatMap((group) => [...group.live]));
    return ({ id }) => {
      const arn = live.get(id);
      if (arn === undefined) throw new Error(`${id} has no function`);
      return arn;
    };
  }

  /** Allows the gateway to invoke a function for the routes of the function's endpoint, with any value of a path parameter. */
  private permit(api: SpecRestApi, row: EndpointRow, functionArn: string): void {
    for (const path of allPaths(row)) {
      new CfnPermission(this, path === row.path ? `${row.id}Gateway` : `${row.id}Gateway${path}`, {
        action: 'lambda:InvokeFunction',
        functionName: functionArn,
        principal: 'apigateway.amazonaws.com',
        sourceArn: api.arnForExecuteApi(row.method, path.replaceAll(/\{\w+\}/g, '*'), this.context.config.name),
      });
    }
  }

  private partOutputs(api: SpecRestApi): PartOutputs {
    const { domain: settings } = this.context.config;
    const domain = settings === undefined ? undefined : new ApiDomain(this, 'Domain', { settings, api });
    const url = domain?.url ?? api.url;
    const partners =
      settings?.mutualTls &&
      new ApiDomain(this, 'PartnerDomain', {
        settings: { ...settings.mutualTls, hostedZone: settings.hostedZone },
        truststore: settings.mutualTls.truststore,
        api,
      });
    // Removes the CDK's own output of the API address, because the CDK generates its name. Our output `ApiUrl` has a fixed name.
    api.node.tryRemoveChild('Endpoint');
    return {
      ApiUrl: { value: url, description: 'Base URL of the API, with a trailing slash' },
      // In the sandbox, the URL opens the quick start. In production, it opens the first page, which lists the steps before going
      // live.
      DocsUrl: {
        value: this.context.config.name === 'sandbox' ? `${url}#quick-start` : url,
        description: 'First page of the documentation for partners',
      },
      OpenApiUrl: { value: `${url}openapi.json`, description: 'OpenAPI document of the API' },
      ...(domain && {
        DomainTarget: {
          value: domain.target,
          description: 'Target of the DNS record of the API, if you create the record',
        },
      }),
      ...(partners && {
        PartnerApiUrl: { value: partners.url, description: 'Base URL for partners with client certificates' },
        PartnerDomainTarget: {
          value: partners.target,
          description: 'Target of the DNS record of PartnerApiUrl, if you create the record',
        },
      }),
    };
  }

  private accessLogs(): LogGroup {
    const { config } = this.context;
    return new LogGroup(this, 'AccessLogs', {
      retention: Math.min(config.logs.retentionDays, ADDRESSES_KEPT_DAYS),
      removalPolicy: retention(config),
    });
  }
}

/** Returns the URL of the stage's domain name, without a trailing slash, or `undefined` if the stage has no domain name. */
function ownAddress({ domain }: StageConfig): string | undefined {
  return domain && `https://${domain.name}`;
}

function apiName({ name }: StageConfig): string {
  return `PartnerRamp-${name}`;
}

function routeThrottling(
  rows: readonly EndpointRow[],
  routes: Readonly<Record<string, number>>,
): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const limit = routes[row.id];
      return limit === undefined ? [] : allPaths(row).map((path) => [`${path}/${row.method}`, throttling(limit)]);
    }),
  );
}

function throttling(requestsPerS: number): MethodDeploymentOptions {
  return { throttlingRateLimit: requestsPerS, throttlingBurstLimit: requestsPerS * BURST_S };
}

/**
 * Of the caller's data, the log contains only the IP address, to find and block floods and guesses of keys and links. The route
 * template replaces the path, because a path contains ids. Therefore a log line does not show which user the request is about.
 */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: '$context.requestId',
      time: '$context.requestTime',
      method: '$context.httpMethod',
      route: '$context.resourcePath',
      stage: '$context.stage',
      sourceIp: '$context.identity.sourceIp',
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
