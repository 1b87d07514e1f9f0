import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EMULATED_REGION, type Emulator, type EmulatorOptions, startEmulator } from '#cloud/emulator/emulator';
import { startUnkindProxy } from '#cloud/unkind/unkind-proxy';
import { Chance } from '#local/chance';

const CREDENTIAL_PROCESS = resolve(import.meta.dirname, '../unkind/credential-process.mjs');
const PROFILE = 'unkind';

export interface UnkindEmulatorOptions extends EmulatorOptions {
  /** Names the run in the report. */
  readonly name: string;
  /** Without one the emulator is as kind as it is. */
  readonly unkindSeed: number | undefined;
  /** Takes a line for the person who watches. */
  readonly write: (line: string) => void;
}

/**
 * Starts the emulator, with an unkind cloud in front of it where a seed is given. Programs and clients reach it through that,
 * by credentials of a profile whose process gives session tokens. The stage's functions and its API do not.
 */
export async function startUnkindEmulator(options: UnkindEmulatorOptions): Promise<Emulator> {
  const { name, unkindSeed, write, ...kind } = options;
  const emulator = await startEmulator(kind);
  if (unkindSeed === undefined) return emulator;
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', ...environment } = emulator.environment;
  const { certificate, folder } = kind;
  const proxy = await startUnkindProxy({
    upstream: {
      url: emulator.url,
      region: EMULATED_REGION,
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ca: certificate && readFileSync(certificate.certificateFile),
    },
    chance: new Chance(unkindSeed),
    certificate,
  });
  const configFile = join(folder, 'aws-config');
  const command = `"${process.execPath}" "${CREDENTIAL_PROCESS}" ${proxy.credentialsUrl}`;
  writeFileSync(configFile, `[profile ${PROFILE}]\nregion = ${EMULATED_REGION}\ncredential_process = ${command}\n`);
  write(`${name}: unkind, with seed ${unkindSeed}`);
  return {
    ...emulator,
    environment: {
      ...environment,
      AWS_ENDPOINT_URL: proxy.url,
      AWS_CONFIG_FILE: configFile,
      AWS_SHARED_CREDENTIALS_FILE: configFile,
      AWS_PROFILE: PROFILE,
    },
    async stop() {
      await emulator.stop();
      await proxy.stop();
      write(`${name}: unkind, with seed ${unkindSeed}: ${listed(proxy.counted())}`);
    },
  };
}

function listed(counts: object): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
    .join(', ');
}
