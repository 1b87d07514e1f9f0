import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import * as z from 'zod';
import { AwsCaller, pageOf } from '#cloud/aws/aws-caller';
import { regionOf } from '#cloud/aws/connection';
import { EMULATED_ACCOUNT, EMULATED_REGION, makeCertificate, startEmulator } from '#cloud/emulator/emulator';
import { installEmulator } from '#cloud/emulator/install-emulator';
import { callerAccount } from '#cloud/preflight/preflight';
import { Programs } from '#cloud/programs';
import { startReceiver } from '#local/partner/webhook-receiver';
import { startProcessGuard } from '#local/processes/process-guard';
import { OperationFailed } from '#ops/errors';
import { terminal } from '#scripts/terminal';
import { type Request, WEBHOOK_PORT } from './options';
import { plan } from './plan';
import { runSteps } from './steps';
import { type Cloud, Trial } from './trial';

type OnEmulator = Extract<Request, { kind: 'emulator' }>;
type InAccount = Extract<Request, { kind: 'account' }>;

/** A folder of the run, and the programs that keep their logs in it. */
interface Workplace {
  readonly folder: string;
  readonly programs: Programs;
}

/** Runs the plan in the requested place. @returns true if every step passed */
export async function verify(request: OnEmulator | InAccount, signal: AbortSignal): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-cloud-'));
  const [logs, home] = [join(folder, 'logs'), join(folder, 'home')];
  for (const each of [logs, home]) mkdirSync(each);
  const guard = startProcessGuard(request.keep ? undefined : folder);
  // In an account the CDK reads the profile of the person.
  const programs = new Programs({ folder, logs, home: request.kind === 'account' ? homedir() : home });
  signal.addEventListener('abort', () => programs.stop());
  try {
    const workplace = { folder, programs };
    return request.kind === 'account'
      ? await verifyAccount(request, workplace, signal)
      : await verifyEmulator(request, workplace, signal);
  } finally {
    programs.stop();
    if (request.keep) terminal.out(`Logs and templates: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
    await guard.release();
  }
}

/** Starts an emulator over TLS that enforces IAM, and runs the plan on it. */
async function verifyEmulator(
  { toolsFolder }: OnEmulator,
  { folder, programs }: Workplace,
  signal: AbortSignal,
): Promise<boolean> {
  const command = await installEmulator(programs, toolsFolder ?? join(folder, 'tools'));
  const certificate = await makeCertificate(programs, folder);
  setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(certificate.certificateFile) } }));
  const emulator = await startEmulator({ command, folder, certificate });
  const receiver = await startReceiver();
  const { environment, url } = emulator;
  const aws = new AwsCaller(environment);
  const place = { account: EMULATED_ACCOUNT, region: EMULATED_REGION, environment, aws };
  const trial = new Trial({ ...place, programs, folder, emulator: { url, certificate } }, receiver, receiver.url);
  try {
    return await runSteps(plan, trial, { isEmulated: true, signal });
  } finally {
    aws.stop();
    await Promise.all([emulator.stop(), receiver.stop(), trial.providers?.stop()]);
  }
}

/** Variables by which programs find credentials and Region, and reach the network. */
const PASSED_ON = /^(AWS_|HTTPS?_PROXY$|NO_PROXY$|NODE_EXTRA_CA_CERTS$)/i;
const stacks = pageOf('Stacks', z.object({ StackName: z.string() }));

/** Runs the plan in an account. @throws OperationFailed if it is another account than the named one, or in use */
async function verifyAccount(
  { account, webhookUrl }: InAccount,
  workplace: Workplace,
  signal: AbortSignal,
): Promise<boolean> {
  const region = await regionOf(process.env);
  const environment = { ...passedOn(), AWS_REGION: region, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const aws = new AwsCaller(environment);
  try {
    const found = (await aws.list('cloudformation DescribeStacks', {}, stacks)).map(({ StackName }) => StackName);
    refuseForeignAccount({ given: account, caller: await callerAccount(aws) }, found);
    const receiver = await startReceiver(WEBHOOK_PORT);
    const cloud: Cloud = { account, region, environment, aws, ...workplace };
    try {
      const isGood = await runSteps(plan, new Trial(cloud, receiver, webhookUrl), { isEmulated: false, signal });
      if (!isGood)
        terminal.out('The sandbox may still be deployed, and costs: docs/deploy.md says how to remove it.\n');
      return isGood;
    } finally {
      await receiver.stop();
    }
  } finally {
    aws.stop();
  }
}

/**
 * Refuses an account in which the plan could destroy something.
 * @param given the account that the person names @param caller the account of the credentials
 * @param found names of the stacks that it has
 * @throws OperationFailed if it is another account, or has a stack of this service
 */
export function refuseForeignAccount(
  { given, caller }: { readonly given: string; readonly caller: string },
  found: readonly string[],
): void {
  if (given !== caller)
    throw new OperationFailed(`The credentials are of account ${caller}, not of ${given}. Nothing was done.`);
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
