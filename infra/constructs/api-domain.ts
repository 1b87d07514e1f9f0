import { Stack } from 'aws-cdk-lib';
import {
  type CfnRestApi,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type MTLSConfig,
  SecurityPolicy,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

/**
 * TLS of the API, for AWS's address and for a custom domain: version 1.3, and version 1.2 with forward secrecy only
 * (docs/adr/012). The policy of the API also applies to requests to a custom domain. In strict mode, the gateway refuses a
 * request whose host name differs from the host name in the TLS handshake.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
export const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const satisfies Pick<CfnRestApi, 'securityPolicy' | 'endpointAccessMode'>;

type Settings = NonNullable<StageConfig['domain']>;

export interface ApiDomainProps {
  readonly settings: Pick<Settings, 'name' | 'certificateArn' | 'hostedZone'>;
  /**
   * Trusted authorities for client certificates; every caller must then present a certificate.
   * @default no client certificates
   */
  readonly truststore?: NonNullable<Settings['mutualTls']>['truststore'] | undefined;
  readonly api: SpecRestApi;
}

/** Custom domain name of the API; its paths do not contain the stage. Its certificate is created and renewed elsewhere. */
export class ApiDomain extends Construct {
  /** Base URL with a trailing slash. */
  readonly url: string;
  /** Host name to which a DNS record of the domain must point. */
  readonly target: string;

  constructor(scope: Construct, id: string, { settings, api, truststore }: ApiDomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: settings.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
      endpointType: EndpointType.REGIONAL,
      // A custom domain with the policy in `TLS` does not support mutual TLS, so a domain with a truststore has `TLS_1_2`. The
      // API's policy still decides the negotiated TLS version.
      ...(truststore === undefined
        ? TLS
        : { securityPolicy: SecurityPolicy.TLS_1_2, mtls: this.mutualTls(truststore) }),
    });
    domain.addBasePathMapping(api, { stage: api.deploymentStage });
    this.url = `https://${settings.name}/`;
    const { hostedZone } = settings;
    if (hostedZone !== undefined) {
      new ARecord(this, 'Record', {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
          hostedZoneId: hostedZone.id,
          zoneName: hostedZone.name,
        }),
        recordName: settings.name,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
        // Uses a weighted record, so that a stage restored in another Region can have a record of the same name (docs/adr/023).
        weight: 100,
        setIdentifier: Stack.of(this).region,
      });
    }
    this.target = domain.domainNameAliasDomainName;
  }

  private mutualTls({ bucket, key, version }: NonNullable<ApiDomainProps['truststore']>): MTLSConfig {
    return { bucket: Bucket.fromBucketName(this, 'Truststore', bucket), key, version };
  }
}
