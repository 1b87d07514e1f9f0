import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { listOf, pageSizeParameter } from '#cloud/unkind/lists';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');

/** Lists that come whole, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  's3 ListBuckets': 'S3 lists all buckets at once where MaxBuckets is absent, and no call here sets it',
};

const packageFile = z.object({
  devDependencies: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
const client = z.object({ config: z.object({ defaultSigningName: z.string() }), destroy: z.custom<() => void>() });

/** The lists that the SDK can page, by operation: the services that have them, as requests are signed for these. */
async function pagedLists(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { dependencies, devDependencies } = packageFile.parse(
    JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')),
  );
  const found = new Map<string, string[]>();
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (!name.startsWith('@aws-sdk/client-')) continue;
    const sdk: Record<string, unknown> = await import(name);
    const [, Client] = Object.entries(sdk).find(([key]) => /^(?!__)\w+Client$/.test(key)) ?? [];
    if (typeof Client !== 'function') throw new TypeError(`${name} has no client`);
    const { config } = client.parse(Reflect.construct(Client, [{ region: 'eu-west-1' }]));
    for (const key of Object.keys(sdk).filter((one) => one.startsWith('paginate'))) {
      const operation = key.slice('paginate'.length);
      found.set(operation, [...(found.get(operation) ?? []), config.defaultSigningName]);
    }
  }
  return found;
}

/** The proxy itself, and permissions, which have the names of operations. */
const NO_CALLS = /^(cloud\/unkind|ops\/policies)\//;

/** Names in the code that may be those of operations: texts, as `AwsCaller` takes them, and the SDK's paginators. */
function namesInCode(): ReadonlySet<string> {
  const files = ['cloud', 'scripts', 'ops'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !NO_CALLS.test(`${folder}/${file}`))
      .map((file) => readFileSync(join(REPOSITORY, folder, file), 'utf8')),
  );
  const names = files.flatMap((code) => [...code.matchAll(/(?:'(?:[a-z0-9-]+ )?|\bpaginate)([A-Z][A-Za-z0-9]+)\b/g)]);
  return new Set(names.map(([, name = '']) => name));
}

it('every list that is read anywhere comes in pages from the unkind cloud', async () => {
  const paged = await pagedLists();
  const read = [...namesInCode()].flatMap((operation) =>
    (paged.get(operation) ?? []).map((service) => ({ service, operation })),
  );
  expect(read.length).toBeGreaterThan(20);
  const parameters = new Map([['MaxResults', '1']]);
  const whole = read.filter(({ service, operation }) => {
    const call = { service, operation, protocol: 'json', parameters, sessionToken: undefined } as const;
    return listOf(call) === undefined && pageSizeParameter(call) === undefined;
  });
  const names = whole.map(({ service, operation }) => `${service} ${operation}`);
  expect(new Set(names)).toEqual(new Set(Object.keys(EXEMPT)));
});
