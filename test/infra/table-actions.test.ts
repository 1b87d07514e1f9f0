/**
 * Compares the declared table actions of endpoints and workers (`#shared/contract/endpoints`) with the code of their functions.
 * Each function is bundled like the deployed bundle, but unminified and with our modules only. The SDK commands and transaction
 * parts in this bundle are the table actions that the function can use. A missing or unused permission therefore fails here, also
 * for code that no test runs. Every name that the code imports from the SDK must be listed below.
 */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_WRITERS, KEY_ISSUERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
import { endpoints, type TableAction, workers } from '#shared/contract/endpoints';

/** Table actions of each SDK command. A transaction needs only the actions of its parts. */
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
/** Names that code can import from the SDK, in addition to `COMMANDS` and names of exceptions. */
const CLIENTS = ['DynamoDBClient', 'DynamoDBDocumentClient'];
/**
 * Actions that a module uses with a separate, narrower permission (infra/policies/table-access.ts). Endpoints and workers do not
 * declare these actions for the module.
 */
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

function modulesIn(folder: string): { readonly module: string; readonly code: string }[] {
  const [, ...parts] = (codeByPath.get(resolve(REPOSITORY, `${folder}.js`)) ?? '').split(/^\/\/ (\S+\.ts)$/m);
  return parts.flatMap((module, at) => (at % 2 === 0 ? [{ module, code: parts[at + 1] ?? '' }] : []));
}

/** Returns the table actions in a piece of code. The bundler appends numbers to names that several modules import. */
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

/** Returns the endpoints and workers whose code can build a key with this prefix. */
const reaching = (prefix: string) =>
  rows.filter(({ folder }) => modulesIn(folder).some(({ code }) => code.includes(`\`${prefix}`)));
/**
 * Returns true if a function's code builds a key in a partner's partition. The key `BRANDING` counts only in code that writes the
 * branding, because other code only reads it.
 */
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
