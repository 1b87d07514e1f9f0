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
 * TLS of the API, at AWS's address and at a name of one's own: version 1.3, and 1.2 with forward secrecy alone. Without a policy, a
 * regional API takes TLS 1.0, and calls of a name are negotiated by the policy of the API behind it
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html). Strict: the name in the
 * handshake is the one in the request, and the request comes through an endpoint of the API's own kind.
 */
export const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const satisfies Pick<CfnRestApi, 'securityPolicy' | 'endpointAccessMode'>;

type Settings = NonNullable<StageConfig['domain']>;

export interface ApiDomainProps {
  readonly settings: Pick<Settings, 'name' | 'certificateArn' | 'hostedZone'>;
  /** Trusted authorities of callers' certificates, each of whom has to show one. @default none has to */
  readonly truststore?: NonNullable<Settings['mutualTls']>['truststore'] | undefined;
  readonly api: SpecRestApi;
}

/** A name of one's own for the API, without the stage in its paths. Its certificate is made and renewed elsewhere. */
export class ApiDomain extends Construct {
  /** Base address, with a slash at its end. */
  readonly url: string;
  /** Name that a DNS record of the domain has to lead to. */
  readonly target: string;

  constructor(scope: Construct, id: string, { settings, api, truststore }: ApiDomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: settings.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
      endpointType: EndpointType.REGIONAL,
      // A name with a policy of the newer kind takes no mutual TLS; what is negotiated follows from the API's own in any case.
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
        // A stage that is restored in another Region can add a record with the same name to a weighted one alone (docs/adr/023).
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
