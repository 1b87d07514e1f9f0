/**
 * Holds the rows against the code. Each function is bundled from our own modules alone, unminified, with everything
 * left out that its handler cannot reach, as the deployed bundle is made. What remains of the data modules names each
 * action that the function can ask of the table: the commands of the SDK that it makes, and the parts of its
 * transactions. This sees branches that no test runs into, so a right that is missing fails here and not in
 * production, and one that is no longer used fails here too. It would not see a command that comes from elsewhere: every
 * name that is taken from the SDK's packages must therefore be known below.
 */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_WRITERS, KEY_ISSUERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
import { endpoints, type TableAction, workers } from '#shared/contract/endpoints';

/** The action of a command; a transaction needs only the actions of its parts. */
const COMMANDS: Readonly<Record<string, readonly TableAction[]>> = {
  GetCommand: ['GetItem'],
  BatchGetCommand: ['BatchGetItem'],
  QueryCommand: ['Query'],
  PutCommand: ['PutItem'],
  UpdateCommand: ['UpdateItem'],
  TransactWriteCommand: [],
};
const PARTS: Readonly<Record<string, TableAction>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};
/** Other names that are imported from the SDK's packages, besides its errors. */
const CLIENTS = ['DynamoDBClient', 'DynamoDBDocumentClient'];
/** Actions of modules with their own permission, narrower than the row's (infra/policies/table-access.ts). */
const NARROWER: ReadonlyMap<string, TableAction> = new Map([
  ['shared/partners/api-keys/repository.ts', 'UpdateItem'],
  ['shared/partners/request-rates/repository.ts', 'UpdateItem'],
  ['shared/webhooks/redrive/repository.ts', 'Query'],
]);

const REPOSITORY = resolve(import.meta.dirname, '../..');
const rows = [...endpoints, ...workers];
const codeByPath = new Map<string, string>();

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: rows.map(({ folder }) => ({ in: `functions/${folder}/handler.ts`, out: folder })),
    outdir: REPOSITORY,
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  for (const { path, text } of outputFiles) codeByPath.set(path, text);
});

/** The code of a function, in pieces with the module that each comes from. */
function modulesIn(folder: string): { readonly module: string; readonly code: string }[] {
  const [, ...parts] = (codeByPath.get(resolve(REPOSITORY, `${folder}.js`)) ?? '').split(/^\/\/ (\S+\.ts)$/m);
  return parts.flatMap((module, at) => (at % 2 === 0 ? [{ module, code: parts[at + 1] ?? '' }] : []));
}

/** The table actions of a piece of code. A bundle numbers names that several modules import. */
function actionsIn(code: string): TableAction[] {
  const made = [...code.matchAll(/\bnew (\w+?Command)\d*\(/g)].flatMap(([, name = '']) => COMMANDS[name] ?? []);
  const parts = [...code.matchAll(/[{,(\s](Put|Update|Delete|ConditionCheck)\s*[:,}]/g)];
  return [...made, ...parts.flatMap(([, name = '']) => PARTS[name] ?? [])];
}

describe.each(rows)('$id', ({ folder, table }) => {
  it('may do on the table exactly what its code can call', () => {
    const pieces = modulesIn(folder);
    expect(pieces.map(({ module }) => module)).toContain(`functions/${folder}/handler.ts`);
    const asked = pieces.flatMap(({ module, code }) =>
      actionsIn(code).filter((action) => NARROWER.get(module) !== action),
    );
    expect([...table].toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('imports nothing from the SDK that is not listed here', () => {
    const taken = modulesIn(folder).flatMap(({ code }) =>
      [...code.matchAll(/^import ([^;]+) from "@aws-sdk\/(?:client|lib)-dynamodb";$/gm)].flatMap(([, names = '']) =>
        names.replaceAll(/[{}\n]|\bas \w+/g, ' ').split(','),
      ),
    );
    const known = [...Object.keys(COMMANDS), ...CLIENTS];
    const named = taken.map((name) => name.trim()).filter((name) => !name.endsWith('Exception'));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(named.length > 0).toBe(table.length > 0);
  });
});

/** Rows whose code can make a key that begins so. */
const reaching = (prefix: string) =>
  rows.filter(({ folder }) => modulesIn(folder).some(({ code }) => code.includes(`\`${prefix}`)));
/** Returns true if a function's code makes a key of a partner's partition, except a branding's, which it only reads. */
function writesOfPartner(folder: string): boolean {
  const modules = modulesIn(folder);
  const writesBranding = modules.some(({ code }) => code.includes('function brandingWrite'));
  const counted = (code: string) => (writesBranding ? code : code.replace(/^.*"BRANDING".*$/m, ''));
  return modules.some(({ code }) => counted(code).includes('`PARTNER#'));
}
const WRITES: ReadonlySet<TableAction> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
const writing = (found: readonly (typeof rows)[number][]) =>
  found.filter(({ table }) => table.some((action) => WRITES.has(action))).map(({ id }) => id);

describe('partitions that few functions may use', () => {
  it('are the journal, for the rows whose code posts entries', () => {
    expect(writing(reaching('JOURNAL#')).toSorted()).toEqual([...JOURNAL_WRITERS].toSorted());
  });

  it("are a partner's own, for the endpoints whose code writes there", () => {
    const own = rows.filter((row) => 'scope' in row && writesOfPartner(row.folder));
    expect(writing(own).toSorted()).toEqual([...PARTNER_WRITERS].toSorted());
  });

  it('are keys, for the endpoints that partners call', () => {
    const called = endpoints.filter(({ scope }) => scope === 'partner').map(({ id }) => id);
    expect(
      reaching('KEY#')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(called.toSorted());
  });

  it.each([
    ['AUDIT#', [...KEY_ISSUERS]],
    ['PARTNERS', []],
  ])('are %s, for which %j alone make a key', (prefix, issuers) => {
    expect(reaching(prefix).map(({ id }) => id)).toEqual(issuers);
    for (const { folder } of rows)
      expect(modulesIn(folder).some(({ code }) => code.includes(`"${prefix}"`))).toBe(false);
  });
});

it('each action is recognized in the code of a module', () => {
  const { code } = modulesIn('wallets/delete').find(({ module }) => module === 'shared/dynamodb/writes.ts') ?? {};
  expect([...new Set(actionsIn(code ?? ''))]).toEqual(['DeleteItem']);
  expect(actionsIn('send(new QueryCommand2({})); const part = { Update: { ...update } }')).toEqual([
    'Query',
    'UpdateItem',
  ]);
});
