import { Stack } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

export interface ApiDomainProps {
  readonly settings: NonNullable<StageConfig['domain']>;
  readonly api: SpecRestApi;
}

/** Share of the calls that a Region gets, of the sum of all Regions' shares. Of one Region it is everything. */
const WEIGHT_OF_ONE_REGION = 100;

/** A name of one's own for the API, without the stage in its paths. Its certificate is made and renewed elsewhere. */
export class ApiDomain extends Construct {
  /** Base address, with a slash at its end. */
  readonly url: string;
  /** Where a DNS record of the name has to lead. */
  readonly target: string;

  constructor(scope: Construct, id: string, { settings, api }: ApiDomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: settings.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
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
        // Another Region can add a record of its own beside a weighted one, and to no other (docs/adr/047).
        weight: hostedZone.weight ?? WEIGHT_OF_ONE_REGION,
        setIdentifier: Stack.of(this).region,
      });
    }
    this.target = domain.domainNameAliasDomainName;
  }
}
