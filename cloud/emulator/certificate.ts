import { join } from 'node:path';
import type { Programs } from '#cloud/plan/programs';

/** A certificate for loopback, signed by itself, with its key. */
export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** @throws ProgramFailed without OpenSSL */
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
