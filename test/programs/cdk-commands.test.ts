import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';
import { runProcess } from '#test/support/run-process';
import { shippedConfig, stageAssembly } from '#test/support/stage-assembly';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Error of the CDK if only credentials are missing. */
const ONLY_CREDENTIALS_MISSING = /no credentials have been configured|Unable to resolve AWS account to use/;

/** Replaces bin/app.ts: copies an assembly that was synthesized before. If no stage is given, it fails like the app. */
const APP = `
const { cpSync } = require('node:fs');
const { env } = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
const assemblies = ${JSON.stringify(Object.fromEntries(STAGES.map((env) => [env, stageAssembly({ config: shippedConfig(env) })])))};
if (!(env in assemblies)) { console.error('No stage given'); process.exit(1); }
cpSync(assemblies[env], process.env.CDK_OUTDIR, { recursive: true });
`;

const folder = temporaryFolder();
const settings: unknown = JSON.parse(readFileSync(join(REPOSITORY, 'cdk.json'), 'utf8'));
const own = Object.assign({}, settings, { app: 'node app.cjs' });
writeFileSync(join(folder, 'app.cjs'), APP);
writeFileSync(join(folder, 'cdk.json'), JSON.stringify(own));
mkdirSync(join(folder, 'home'));

/** Runs the CDK without credentials and without a network. @returns its output */
async function cdk(args: readonly string[], cwd = folder): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, HOME: join(folder, 'home'), AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' };
  const program = join(REPOSITORY, 'node_modules/aws-cdk/bin/cdk');
  const { code, out, errors } = await runProcess([program, ...args], { cwd, env });
  return `${out}${errors}\nexit ${code}`;
}

describe('the command line of the CDK', () => {
  it.each([
    ['bootstrap', 'aws://111122223333/us-east-1', '--context', 'env=sandbox'],
    ['diff', '--context', 'env=production'],
    ['deploy', '--context', 'env=production'],
    ['deploy', '--all', '--context', 'env=sandbox'],
    ['deploy', 'PartnerRamp-sandbox', '--context', 'env=sandbox'],
    ['destroy', '--force', '--context', 'env=sandbox'],
  ])('needs nothing but credentials for %s %s %s', async (...args) => {
    expect(await cdk(args)).toMatch(ONLY_CREDENTIALS_MISSING);
  });

  it.each([
    ['deploy', '--context', 'env=sandbox'],
    ['--context', 'env=production', 'destroy', '--force'],
  ])('says that credentials are missing before anything is built, for %s %s %s', async (...args) => {
    const stage = args.join(' ').includes('production') ? 'production' : 'sandbox';
    expect(await cdk(args, REPOSITORY)).toMatch(
      new RegExp(
        '^AWS accepts no credentials of this shell in us-east-1: set AWS_PROFILE or run `aws sso login`, ' +
          `then \`npm run preflight -- --env ${stage}\`\n[^\n]*: Subprocess exited with error 1\n\nexit 1$`,
      ),
    );
  });

  it('ends where no stage is named', async () => {
    expect(await cdk(['bootstrap', 'aws://111122223333/us-east-1'])).toContain('No stage given');
  });
});
