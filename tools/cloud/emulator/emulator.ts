import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from '#cloud/programs';
import { freePort } from '#local/processes/free-port';
import { startGuardedProcess } from '#local/processes/guarded-process';
import { startProcessGuard } from '#local/processes/process-guard';

/** Id of the emulator's only account. */
export const EMULATED_ACCOUNT = '000000000000';
export const EMULATED_REGION = 'us-east-1';
export const EMULATED_CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

/** Self-signed certificate for loopback, with its private key. */
export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Creates the certificate. @throws ProgramFailed if OpenSSL is missing */
export async function makeCertificate(programs: Programs, folder: string): Promise<Certificate> {
  const certificateFile = join(folder, 'loopback.crt');
  const keyFile = join(folder, 'loopback.key');
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const extensions = ['subjectAltName=DNS:localhost,IP:127.0.0.1', 'basicConstraints=critical,CA:FALSE'];
  await programs.succeed({
    name: 'certificate',
    command: 'openssl',
    args: [
      ...['req', '-x509', ...options, '-keyout', keyFile, '-out', certificateFile],
      ...extensions.flatMap((extension) => ['-addext', extension]),
    ],
  });
  return { certificateFile, keyFile };
}

export interface EmulatorOptions {
  /** The program. */
  readonly command: string;
  /** Folder for the log and the temporary files. */
  readonly folder: string;
  readonly certificate: Certificate;
}

export interface Emulator {
  readonly url: string;
  /** Environment variables that direct clients, programs and functions to the emulator. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts an empty emulator on loopback, with TLS and IAM checks. The emulator ends when this process ends.
 * @throws Error with the emulator's log if the start fails
 */
export async function startEmulator({ command, folder, certificate }: EmulatorOptions): Promise<Emulator> {
  const [port, temporary] = [await freePort(), join(folder, 'tmp')];
  mkdirSync(temporary, { recursive: true });
  const url = `https://127.0.0.1:${port}`;
  const logFile = join(folder, 'emulator.log');
  const trust = {
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
    // Functions inherit these variables. A function has only these variables and the variables in its configuration.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: temporary,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      // Disable servers of services that this project does not use.
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      // The default quota of an AWS account. Otherwise the emulator would calculate a quota from the machine's memory.
      LAMBDA_ACCOUNT_CONCURRENCY: '1000',
      LOCAL_NETWORK: 'allow',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      AUTH: 'true',
      USE_SSL: '1',
      MINISTACK_SSL_CERT: certificate.certificateFile,
      MINISTACK_SSL_KEY: certificate.keyFile,
      ...trust,
    },
  }).catch(async (error: unknown) => {
    await guard.release();
    throw error;
  });
  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: EMULATED_REGION,
      AWS_DEFAULT_REGION: EMULATED_REGION,
      AWS_ACCESS_KEY_ID: EMULATED_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: EMULATED_CREDENTIALS.secretAccessKey,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...trust,
    },
    async stop() {
      await running.stop();
      await guard.release();
    },
  };
}
