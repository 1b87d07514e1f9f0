import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { Agent, setGlobalDispatcher } from 'undici';
import { awsClients, readAll } from '#cloud/aws/clients';
import {
  EMULATED_ACCOUNT,
  EMULATED_CREDENTIALS,
  EMULATED_REGION,
  makeCertificate,
  startEmulator,
} from '#cloud/emulator/emulator';
import { installEmulator } from '#cloud/emulator/install-emulator';
import { callerAccount } from '#cloud/preflight/preflight';
import { Programs } from '#cloud/programs';
import { startReceiver } from '#local/partner/webhook-receiver';
import { startProcessGuard } from '#local/processes/process-guard';
import { terminal } from '#local/terminal';
import { OperationFailed } from '#ops/errors';
import { plan, runSteps } from './plan';
import { type Cloud, Trial, WEBHOOK_PORT } from './trial';

export interface VerifyOptions {
  /** AWS account to test in. @default the emulator */
  readonly account?: string;
  /** Public URL that forwards to `WEBHOOK_PORT` of this machine. Required for an account. */
  readonly webhooks?: string;
  /** Folder in which the emulator is installed. @default a new temporary folder */
  readonly tools?: string;
  readonly keep: boolean;
}

interface Workplace {
  readonly folder: string;
  readonly programs: Programs;
}

/** Runs the deployment test on the emulator or in an account. @returns true if every step passed */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<boolean> {
  const { account, webhooks = '', tools, keep } = options;
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-cloud-'));
  const [logs, home] = [join(folder, 'logs'), join(folder, 'home')];
  for (const each of [logs, home]) mkdirSync(each);
  const guard = startProcessGuard(keep ? undefined : folder);
  // In an account, the CDK reads the AWS profile of the user.
  const programs = new Programs({ folder, logs, home: account === undefined ? home : homedir() });
  signal.addEventListener('abort', () => programs.stop());
  try {
    const workplace = { folder, programs };
    return account === undefined
      ? await verifyEmulator(tools ?? join(folder, 'tools'), workplace, signal)
      : await verifyAccount({ account, webhooks }, workplace, signal);
  } finally {
    programs.stop();
    if (keep) terminal.out(`Logs and templates: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
    await guard.release();
  }
}

/** Starts an emulator with TLS and enforced IAM, and runs all steps of the deployment test on it. */
async function verifyEmulator(
  toolsFolder: string,
  { folder, programs }: Workplace,
  signal: AbortSignal,
): Promise<boolean> {
  const command = await installEmulator(programs, toolsFolder);
  const certificate = await makeCertificate(programs, folder);
  setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(certificate.certificateFile) } }));
  const emulator = await startEmulator({ command, folder, certificate });
  const receiver = await startReceiver();
  const { environment, url } = emulator;
  const aws = awsClients({
    region: EMULATED_REGION,
    emulator: { endpoint: url, credentials: EMULATED_CREDENTIALS, certificateFile: certificate.certificateFile },
  });
  const place = { account: EMULATED_ACCOUNT, region: EMULATED_REGION, environment, aws };
  const trial = new Trial({ ...place, programs, folder, emulator: { url, certificate } }, receiver, receiver.url);
  try {
    return await runSteps(plan, trial, { isEmulated: true, signal });
  } finally {
    await Promise.all([emulator.stop(), receiver.stop(), trial.providers?.stop()]);
  }
}

/** Environment variables for credentials, Region and network access of programs. */
const PASSED_ON = /^(AWS_|HTTPS?_PROXY$|NO_PROXY$|NODE_EXTRA_CA_CERTS$)/i;

/**
 * Runs the deployment test in an account.
 * @throws OperationFailed if the credentials are for another account, or a stack of this service exists
 */
async function verifyAccount(
  { account, webhooks }: { readonly account: string; readonly webhooks: string },
  workplace: Workplace,
  signal: AbortSignal,
): Promise<boolean> {
  const aws = awsClients({});
  const region = await aws.sts.config.region();
  const environment = { ...passedOn(), AWS_REGION: region, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const stacks = await readAll(paginateDescribeStacks({ client: aws.cloudFormation }, {}), ({ Stacks }) => Stacks);
  const found = stacks.map(({ StackName = '' }) => StackName);
  refuseForeignAccount({ given: account, caller: await callerAccount(aws) }, found);
  const receiver = await startReceiver(WEBHOOK_PORT);
  const cloud: Cloud = { account, region, environment, aws, ...workplace };
  try {
    const isGood = await runSteps(plan, new Trial(cloud, receiver, webhooks), { isEmulated: false, signal });
    if (!isGood) terminal.out('The sandbox may still exist and cost money: see docs/deploy.md to remove it.\n');
    return isGood;
  } finally {
    await receiver.stop();
  }
}

/**
 * Refuses an account in which the deployment test could destroy resources.
 * @throws OperationFailed if the credentials are for another account than the given one, or a stack of this service exists
 */
export function refuseForeignAccount(
  { given, caller }: { readonly given: string; readonly caller: string },
  found: readonly string[],
): void {
  if (given !== caller)
    throw new OperationFailed(`The credentials belong to account ${caller}, not to ${given}. Nothing was done.`);
  const ours = found.filter((name) => name.startsWith('PartnerRamp'));
  if (ours.length > 0)
    throw new OperationFailed(`Account ${caller} is in use: it has the stack ${ours.join(', ')}. Nothing was done.`);
}

function passedOn(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.test(name) ? [[name, value]] : [],
    ),
  );
}
