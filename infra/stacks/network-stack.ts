import { Aws, Fn } from 'aws-cdk-lib';
import {
  CfnEIP,
  CfnInternetGateway,
  CfnNatGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSecurityGroup,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPC,
  CfnVPCEndpoint,
  CfnVPCGatewayAttachment,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import { addressNames, type EgressSettings } from '#infra/config/egress-settings';
import type { StageConfig } from '#infra/config/stages';
import { retention } from '#infra/constructs/retention';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';

/** Private address range. Other private networks may use the same range, because this network is not connected to them. */
const NETWORK = '10.0.0.0/16';
const ANYWHERE = '0.0.0.0/0';

/** Allowed ports of partners and providers: 443, and others that webhook and file URLs can use (shared/platform/network). */
const PORTS = [
  { fromPort: 443, toPort: 443, description: 'https' },
  { fromPort: 1024, toPort: 65_535, description: 'https at another port that a partner names' },
];

export interface NetworkStackProps {
  readonly config: StageConfig;
  readonly egress: EgressSettings;
}

/**
 * The network of the functions that call partners and providers. Each availability zone has a NAT gateway with a fixed address
 * (docs/adr/013). Functions reach DynamoDB through a free VPC endpoint, and all other services through the NAT gateways.
 */
export class NetworkStack extends StagePart {
  readonly subnetIds: readonly string[];
  readonly securityGroupId: string;
  readonly outputs: PartOutputs;
  private readonly addresses = new Map<string, CfnEIP>();

  constructor(
    scope: Construct,
    id: string,
    private readonly props: NetworkStackProps,
  ) {
    const { config, egress } = props;
    super(scope, id, {
      description: `Network of calls to partners and providers of Partner Ramp (${config.name})`,
      // Earlier versions of functions remain in this network (docs/adr/003), and partners' allow lists contain its addresses.
      removalPolicy: retention(config),
    });
    const vpc = new CfnVPC(this, 'Vpc', { cidrBlock: NETWORK, enableDnsSupport: true, enableDnsHostnames: true });
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'A flow log would contain the addresses of partners. The service records attempts and calls with their results: docs/adr/013.',
    });
    const gateway = new CfnInternetGateway(this, 'Gateway');
    const attachment = new CfnVPCGatewayAttachment(this, 'Attachment', {
      vpcId: vpc.ref,
      internetGatewayId: gateway.ref,
    });
    for (const name of addressNames(egress)) this.addresses.set(name, this.address(name, attachment));

    const toInternet = this.routeTable('Public', vpc);
    new CfnRoute(this, 'PublicRoute', {
      routeTableId: toInternet.ref,
      destinationCidrBlock: ANYWHERE,
      gatewayId: gateway.ref,
    }).addResourceDependency(attachment);
    const zones = egress.current.addresses.map((name, zone) => this.zone({ name, zone, vpc, toInternet }));
    this.subnetIds = zones.map(({ subnet }) => subnet.ref);
    new CfnVPCEndpoint(this, 'Tables', {
      vpcId: vpc.ref,
      vpcEndpointType: 'Gateway',
      serviceName: `com.amazonaws.${Aws.REGION}.dynamodb`,
      routeTableIds: zones.map(({ table }) => table.ref),
      policyDocument: tablesOfThisAccount(),
    });
    this.securityGroupId = new CfnSecurityGroup(this, 'Functions', {
      groupDescription: 'Functions that call partners and providers: nothing in',
      vpcId: vpc.ref,
      securityGroupEgress: PORTS.map((ports) => ({ ipProtocol: 'tcp', cidrIp: ANYWHERE, ...ports })),
    }).attrGroupId;
    this.outputs = {
      EgressAddresses: {
        value: this.published(),
        description: 'IP addresses of our calls to partners and providers',
      },
    };
  }

  /** Returns the list of egress addresses for partners, as JSON (functions/docs/page/handler.ts). */
  published(): string {
    const { current, announced } = this.props.egress;
    const listed = ({ addresses, from }: EgressSettings['current']) => ({
      effectiveFrom: from,
      addresses: addresses.map((name) => this.addressNamed(name).ref),
    });
    return this.toJsonString({
      fixed: true,
      current: listed(current),
      announced: announced === undefined ? null : listed(announced),
    });
  }

  /**
   * Creates a fixed address. The logical id contains only its name, so a deployment does not replace the address. A stage that
   * protects its data never releases an address, because partners have it on their allow lists.
   */
  private address(name: string, attachment: CfnVPCGatewayAttachment): CfnEIP {
    const address = new CfnEIP(this, `Address${name}`, { domain: 'vpc' });
    address.overrideLogicalId(`Address${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    address.addResourceDependency(attachment);
    address.applyRemovalPolicy(retention(this.props.config));
    return address;
  }

  private addressNamed(name: string): CfnEIP {
    const address = this.addresses.get(name);
    if (address === undefined) throw new Error(`There is no address ${name}`);
    return address;
  }

  /** Creates a public and a private subnet in an availability zone, and a NAT gateway for the private subnet. */
  private zone({ name, zone, vpc, toInternet }: Zone) {
    const availabilityZone = Fn.select(zone, Fn.getAzs());
    const subnet = (id: string, third: number) =>
      new CfnSubnet(this, `${id}${zone}`, {
        vpcId: vpc.ref,
        availabilityZone,
        cidrBlock: NETWORK.replace('0.0/16', `${third}.0/24`),
        mapPublicIpOnLaunch: false,
      });
    const outside = subnet('Public', zone);
    const inside = subnet('Private', 128 + zone);
    const nat = new CfnNatGateway(this, `Nat${zone}`, {
      subnetId: outside.ref,
      allocationId: this.addressNamed(name).attrAllocationId,
    });
    const table = this.routeTable(`Private${zone}`, vpc);
    const pairs = [
      { id: `Public${zone}`, subnetId: outside.ref, routeTableId: toInternet.ref },
      { id: `Private${zone}`, subnetId: inside.ref, routeTableId: table.ref },
    ];
    for (const { id, ...pair } of pairs) new CfnSubnetRouteTableAssociation(this, `${id}Routes`, pair);
    new CfnRoute(this, `PrivateRoute${zone}`, {
      routeTableId: table.ref,
      destinationCidrBlock: ANYWHERE,
      natGatewayId: nat.ref,
    });
    return { subnet: inside, table };
  }

  private routeTable(id: string, vpc: CfnVPC): CfnRouteTable {
    return new CfnRouteTable(this, `${id}Table`, { vpcId: vpc.ref });
  }
}

interface Zone {
  /** Name of the zone's fixed address. */
  readonly name: string;
  /** Index of the zone in the list of availability zones of the Region. */
  readonly zone: number;
  readonly vpc: CfnVPC;
  readonly toInternet: CfnRouteTable;
}

/** Policy of the DynamoDB endpoint: only principals of this account can use it, and only for tables of this account. */
function tablesOfThisAccount() {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 'dynamodb:*',
        Resource: `arn:${Aws.PARTITION}:dynamodb:${Aws.REGION}:${Aws.ACCOUNT_ID}:table/*`,
        Condition: { StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID } },
      },
    ],
  };
}
