import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '#cloud/emulator/certificate';
import { freePort } from '#local/processes/free-port';
import { startGuardedProcess } from '#local/processes/guarded-process';
import { startProcessGuard } from '#local/processes/process-guard';
import { processTree } from '#local/processes/process-tree';

/** The emulator's only account, as it is called there. */
export const EMULATED_ACCOUNT = '000000000000';
export const EMULATED_REGION = 'us-east-1';

export interface EmulatorOptions {
  /** The program. */
  readonly command: string;
  /** Takes its log and its temporary files. */
  readonly folder: string;
  /** With one it speaks TLS and enforces IAM: the policies of queues and bucket refuse plain HTTP. */
  readonly certificate?: Certificate | undefined;
}

export interface Emulator {
  readonly url: string;
  /** Variables that point clients, programs and functions to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its own lines and those of functions. */
  readonly logFile: string;
  /** Process ids of the functions' processes, by the name of the function. */
  workers(): ReadonlyMap<string, readonly number[]>;
  stop(): Promise<void>;
}

/**
 * Starts the emulator on loopback, with nothing in it. It cannot outlive this process.
 * @throws Error with its log when it does not start
 */
export async function startEmulator({ command, folder, certificate }: EmulatorOptions): Promise<Emulator> {
  const [port, temporary] = [await freePort(), join(folder, 'tmp')];
  mkdirSync(temporary, { recursive: true });
  const url = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const logFile = join(folder, 'emulator.log');
  const trust = certificate && {
    NODE_EXTRA_CA_CERTS: certificate.certificateFile,
    AWS_CA_BUNDLE: certificate.certificateFile,
  };
  const guard = startProcessGuard(undefined);
  const running = await startGuardedProcess({
    command,
    args: [],
    logFile,
    readyText: 'Running on http',
    guard,
    report: () => {},
    // Functions inherit it. A function has no other variables than these and its own.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: temporary,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      // Servers of services that this one does not use.
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      // The usual quota of an account; the emulator would take one by the memory of its machine.
      LAMBDA_ACCOUNT_CONCURRENCY: '1000',
      LOCAL_NETWORK: 'allow',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...(certificate && {
        AUTH: 'true',
        USE_SSL: '1',
        MINISTACK_SSL_CERT: certificate.certificateFile,
        MINISTACK_SSL_KEY: certificate.keyFile,
        ...trust,
      }),
    },
  }).catch(async (error: unknown) => {
    await guard.release();
    throw error;
  });
  return {
    url,
    logFile,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: EMULATED_REGION,
      AWS_DEFAULT_REGION: EMULATED_REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...trust,
    },
    workers: () => workersOf(running.pid),
    async stop() {
      await running.stop();
      await guard.release();
    },
  };
}

function workersOf(emulatorPid: number): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const pid of processTree(emulatorPid)) {
    const name = functionName(pid);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), pid]);
  }
  return found;
}

/** The function that a process runs, as its environment says. */
function functionName(pid: number): string | undefined {
  try {
    const [, name] =
      /(?:^|\0)AWS_LAMBDA_FUNCTION_NAME=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? [];
    return name;
  } catch {
    return undefined; // It has ended in between.
  }
}
