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

/** Size of a body, in bytes, from which on it is compressed; one that fits into one packet gains nothing: docs/adr/001. */
const COMPRESSED_FROM = Size.bytes(1400);

/** The gateway times out first, so that a slow function becomes our 504 and not the gateway's 502. */
const GATEWAY_TIMEOUT_MS = 14_500;

/** The gateway, its firewall, and the functions of the endpoints in nested stacks. */
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
      // One address: no caller can bypass the rules of the domain name at the default address.
      disableExecuteApiEndpoint: config.domain !== undefined,
      minCompressionSize: COMPRESSED_FROM,
      cloudWatchRole: config.logs.setsGatewayRole,
      // Other APIs of the account use it too. It outlives this one, and a first deployment that fails: the account goes on naming it.
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
    if (!(resource instanceof CfnRestApi)) throw new Error(`${api.node.path} has no resource of its own`);
    Object.assign(resource, TLS);
    // The gateway takes these settings over with a deployment alone.
    api.latestDeployment?.addToLogicalId({
      ...TLS,
      ownAddressAlone: config.domain !== undefined,
      compressedFromBytes: COMPRESSED_FROM.toBytes(),
    });
    acknowledge(api, {
      'AwsSolutions-APIG2': 'Functions check requests, after the key and with a word on every field: docs/adr/001.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        "The account's log role for API Gateway, which accepts no narrower one.",
    });
    acknowledge(api.deploymentStage, {
      'AwsSolutions-APIG6': 'Logs of executions hold whole paths, and those of hosted pages a token: docs/adr/011.',
      'Serverless-APIGWXrayEnabled': 'Traces hold whole addresses, and those of hosted pages a token: docs/adr/011.',
      ...(config.firewall === undefined && {
        'AwsSolutions-APIG3': 'This stage has its firewall elsewhere, or none: its configuration says so.',
      }),
    });
    countResponses(this, { accessLogs, metricName: 'answersUnauthorized', statuses: [401, 403] });
    countResponses(this, { accessLogs, metricName: 'answersThrottled', statuses: [429] });
    // No function returns these itself: the gateway does for one that crashed or ran out of time.
    countResponses(this, { accessLogs, metricName: 'unexpectedFailure', statuses: [502, 504] });
    for (const row of rows) this.permit(api, row, live(row));
    if (config.firewall !== undefined) {
      const { stageArn } = api.deploymentStage;
      const baseUrl = ownAddress(config) ?? api.urlForPath().replace(/\/$/, '');
      new Firewall(this, 'Firewall', { config, stageArn, baseUrl });
    }
    this.outputs = this.partOutputs(api);
  }

  /** The functions of the rows, and the version to invoke for each. */
  private liveVersions(rows: readonly EndpointRow[]): (row: EndpointRow) => string {
    const { context } = this;
    const { config } = context;
    const documents = new LayerVersion(this, 'Documents', {
      description: 'Fonts, and what sets text in them',
      code: context.codeFor(DOCUMENT_LAYER),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    const alarm = releaseAlarm(this, config);
    const release = GradualRelease.of(this, config);
    const groups = ENDPOINT_GROUPS.map((name) => {
      const own = rows.filter((row) => endpointGroupFor(row) === name);
      const group = new EndpointGroup(this, name, { rows: own, context: { ...context, documents }, release });
      // A release asks for the alarm as soon as it starts.
      group.node.addDependency(alarm);
      return group;
    });
    // One after the other: Lambda accepts 15 changes of functions a second. Functions that change at once come first: CodeDeploy watches them too.
    const chain = groups.toSorted((one, other) => Number(one.hasGradual) - Number(other.hasGradual));
    for (const [at, group] of chain.entries()) if (at > 0) group.addStackDependency(chain[at - 1] ?? group);
    const live = new Map(groups.flatMap((group) => [...group.live]));
    return ({ id }) => {
      const arn = live.get(id);
      if (arn === undefined) throw new Error(`${id} has no function`);
      return arn;
    };
  }

  /** Lets the gateway invoke a function for its own routes, with any value of a path parameter. */
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
    // The stage has an output of it, with a name that does not change.
    api.node.tryRemoveChild('Endpoint');
    return {
      ApiUrl: { value: url, description: 'Base address of the API; paths follow it' },
      // The quick start is the sandbox's; production's first page lists the steps before going live.
      DocsUrl: {
        value: this.context.config.name === 'sandbox' ? `${url}#quick-start` : url,
        description: 'First page of the developer pages, for partners',
      },
      OpenApiUrl: { value: `${url}openapi.json`, description: 'The contract, as OpenAPI' },
      ...(domain && {
        DomainTarget: {
          value: domain.target,
          description: 'Where a DNS record of the API has to lead, if it is kept elsewhere',
        },
      }),
      ...(partners && {
        PartnerApiUrl: { value: partners.url, description: 'Base address for partners, who show a certificate there' },
        PartnerDomainTarget: {
          value: partners.target,
          description: 'Where a DNS record of the name for partners has to lead, if it is kept elsewhere',
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

/** Address of a stage that has a separate name, without a slash at its end. */
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
 * Of the caller the address alone, so that a flood or someone who tries keys and links can be found and shut out. No
 * agent, path or header: the route's template instead of the path, which holds ids. A line cannot be led back to
 * a user by what the service knows.
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
