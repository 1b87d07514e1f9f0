import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGES } from '#test/infra/support/stage-templates';
import { shippedConfig, stageAssembly } from '#test/support/stage-assembly';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** How the CDK ends when only credentials are missing. */
const ONLY_CREDENTIALS_MISSING = /no credentials have been configured|Unable to resolve AWS account to use/;

/** Replaces bin/app.ts: returns a stage's assembly that was synthesized once, or fails as the app does without a stage. */
const APP = `
const { cpSync } = require('node:fs');
const { env } = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
const assemblies = ${JSON.stringify(Object.fromEntries(STAGES.map((env) => [env, stageAssembly({ config: shippedConfig(env) })])))};
if (!(env in assemblies)) { console.error('No stage given'); process.exit(1); }
cpSync(assemblies[env], process.env.CDK_OUTDIR, { recursive: true });
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-ramp-cdk-'));
  const settings: unknown = JSON.parse(readFileSync(join(REPOSITORY, 'cdk.json'), 'utf8'));
  const own = Object.assign({}, settings, { app: 'node app.cjs', build: undefined });
  writeFileSync(join(folder, 'app.cjs'), APP);
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify(own));
  mkdirSync(join(folder, 'home'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the CDK without credentials and without a network, and returns all its output. */
function cdk(args: readonly string[]): Promise<string> {
  const { PATH } = process.env;
  const env = {
    PATH,
    HOME: join(folder, 'home'),
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const program = join(REPOSITORY, 'node_modules/aws-cdk/bin/cdk');
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, out, err) =>
      done(`${out}${err}\nexit ${error?.code ?? 0}`),
    );
    child.stdin?.end();
  });
}

/** Every command of the CDK in the README and the documents, ready to run, each once. */
function documentedCommands(): string[] {
  const documents = readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const found = ['README.md', ...documents].flatMap((name) => {
    const text = readFileSync(join(REPOSITORY, name), 'utf8');
    // In a line of a block, or in a span, which may be broken across lines.
    const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'));
    const spans = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
      span.replaceAll(/\s+/g, ' '),
    );
    // What follows a `#` is for readers.
    const commands = [...blocks, ...spans].map((line) => line.replace(/\s#\s.*$/, ''));
    return commands.flatMap((line) => line.split('&&').map((part) => part.trim()));
  });
  return [...new Set(found.filter((line) => line.startsWith('npx cdk ')).map(filled))];
}

/** A command with its placeholders filled in. */
function filled(command: string): string {
  return command
    .replace('ACCOUNT', '111122223333')
    .replace('REGION', 'us-east-1')
    .replaceAll(/ENV|<stage>|<env>/g, 'production');
}

describe('commands of the CDK in the documents', () => {
  const commands = documentedCommands();

  it('are found', () => {
    expect(commands).toEqual(
      expect.arrayContaining([
        'npx cdk bootstrap aws://111122223333/us-east-1 --context env=sandbox',
        'npx cdk deploy --context env=sandbox',
        'npx cdk deploy --context env=production',
        'npx cdk deploy --context env=production --context rollout=all-at-once --rollback-trigger-alarm-arns none',
      ]),
    );
  });

  it.each(commands)('%s needs nothing but credentials', async (command) => {
    const args = command.split(' ').slice(2);
    // A person at a terminal is asked; here no one is.
    const output = await cdk(args[0] === 'destroy' ? [...args, '--force'] : args);
    expect(output).toMatch(ONLY_CREDENTIALS_MISSING);
    expect(output).not.toMatch(/specify which stacks|No stage given|No stacks match/);
  });
});

describe('the command line', () => {
  it.each([
    ['deploy', '--all', '--context', 'env=sandbox'],
    ['deploy', 'PartnerRamp-sandbox', '--context', 'env=sandbox'],
  ])('also accepts %s %s', async (...args) => {
    expect(await cdk(args)).toMatch(ONLY_CREDENTIALS_MISSING);
  });

  it('ends where no stage is named', async () => {
    expect(await cdk(['bootstrap', 'aws://111122223333/us-east-1'])).toContain('No stage given');
  });
});
