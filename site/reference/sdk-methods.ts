import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SDK = resolve(import.meta.dirname, '../../sdk/src');

/** The names of the client's resources by their classes. */
const resources = new Map(
  [...readFileSync(join(SDK, 'client.ts'), 'utf8').matchAll(/^ {2}readonly (\w+): (\w+);$/gm)].map(
    ([, name = '', type = '']) => [type, name],
  ),
);

/** The methods of the TypeScript client by the operation that each sends, as `resource.method`, read from its source. */
export const sdkMethods: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(join(SDK, 'resources')).flatMap((file) =>
    readFileSync(join(SDK, 'resources', file), 'utf8')
      .split(/^export class /m)
      .flatMap((source) => {
        const resource = resources.get(/^\w+/.exec(source)?.[0] ?? '');
        const methods = source.matchAll(/^ {2}(\w+)\((?:(?!^ {2}\}).)*?this\.transport\.(?:send|list)\('(\w+)'/gms);
        return resource === undefined ? [] : [...methods].map(([, name, id = '']) => [id, `${resource}.${name}`]);
      }),
  ),
);
