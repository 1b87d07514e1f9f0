/**
 * Addresses that the operator tool calls in a deployed stage. AWS lets an environment and a profile name another address for each of its
 * services (https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html): whoever runs that server would say who the
 * operator is, and read what is written.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { attempt, OperationFailed } from '#ops/errors';
import { isOnThisMachine } from '#sdk/cli/account/addresses';

const VARIABLE = 'AWS_ENDPOINT_URL';

/** Names of services in addresses, where they differ from those in variables. */
const HOST_NAMES: Readonly<Record<string, string>> = {
  API_GATEWAY: 'apigateway',
  CLOUDWATCH: 'monitoring',
  CLOUDWATCH_LOGS: 'logs',
  DYNAMODB_STREAMS: 'streams.dynamodb',
  SECRETS_MANAGER: 'secretsmanager',
};

/** Ends of AWS's names in its partitions. Names of buckets, of APIs and of machines end so too, and are anyone's. */
const PARTITIONS = ['amazonaws.com', 'amazonaws.com.cn', 'amazonaws.eu', 'api.aws', 'c2s.ic.gov', 'sc2s.sgov.gov'];

/** Tells an address of AWS's own service: public, of dual stack, FIPS, or an endpoint of a VPC. */
export function isOfAws(address: string, service: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  const partition = PARTITIONS.find((end) => hostname.endsWith(`.${end}`));
  if (protocol !== 'https:' || port + username + password !== '' || partition === undefined) return false;
  const own = hostname.slice(0, -partition.length - 1);
  const name = (HOST_NAMES[service] ?? service.toLowerCase().replaceAll('_', '')).replace('.', '\\.');
  const region = '[a-z]{2,4}(-[a-z]+)+-\\d';
  return new RegExp(`^((bucket\\.)?vpce-[a-z0-9-]+\\.)?${name}(-fips)?(\\.dualstack)?(\\.${region})?(\\.vpce)?$`).test(
    own,
  );
}

/**
 * Lets no client of this process call an address that is not AWS's own, unless the place is an emulator on this machine.
 * @param endpoint DynamoDB's address, where the operator names it
 * @throws OperationFailed for a configured address of anyone else
 */
export function guardAddresses(endpoint: string | undefined): void {
  const { env } = process;
  const emulated = endpoint !== undefined;
  if (emulated && !isLocal(endpoint)) throw refusal('--endpoint', endpoint);
  if (env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true') return;
  const configured = Object.entries(env).flatMap(([name, address]) =>
    name.startsWith(VARIABLE) && address ? [[name, address] as const] : [],
  );
  for (const [name, address] of configured)
    if (!isOfAws(address, name.slice(VARIABLE.length + 1)) && !(emulated && isLocal(address)))
      throw refusal(name, address);
  if (emulated) return;
  if (configured.length === 0) env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'true';
  else checkProfiles();
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && isOnThisMachine(address);
}

function refusal(name: string, address: string): OperationFailed {
  return new OperationFailed(
    `Nothing was read or changed: ${name} is "${address}", which is no address of AWS's own. A deployed stage is reached at no other; --endpoint names an emulator on this machine.`,
  );
}

/** Refuses files of profiles that name addresses of others: beside configured addresses they cannot be ignored. */
function checkProfiles(): void {
  const folder = join(homedir(), '.aws');
  const files = [
    process.env.AWS_CONFIG_FILE || join(folder, 'config'),
    process.env.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials'),
  ];
  for (const file of files) {
    const text = attempt(() => readFileSync(file, 'utf8')) ?? '';
    const [line] = /^[^\S\n]*\w*endpoint_url[^\S\n]*=.*$/im.exec(text) ?? [];
    if (line !== undefined)
      throw new OperationFailed(
        `Nothing was read or changed: ${file} names an address: "${line.trim()}". Set AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true, or take the ${VARIABLE} variables away.`,
      );
  }
}
