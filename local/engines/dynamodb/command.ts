import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The release that was measured; another one may lay out its stream table otherwise. */
export const ENGINE_VERSION = '1.2.1';
const PLATFORM_PACKAGES: Readonly<Record<string, string>> = { 'linux-x64': '@dynoxide/linux-x64' };

/** The command that runs the embedded DynamoDB engine, and its leading arguments. */
export function dynamoDbCommand(): { readonly command: string; readonly args: readonly string[] } {
  const platformPackage = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (platformPackage === undefined) return { command: 'npx', args: ['--yes', `dynoxide@${ENGINE_VERSION}`] };
  try {
    const manifest = createRequire(import.meta.url).resolve(`${platformPackage}/package.json`);
    return { command: join(dirname(manifest), 'dynoxide'), args: [] };
  } catch (cause) {
    throw new Error(
      `The database engine is missing: run npm ci with optional dependencies (${platformPackage}), or set DYNAMODB_ENDPOINT to a DynamoDB-compatible server.`,
      { cause },
    );
  }
}
