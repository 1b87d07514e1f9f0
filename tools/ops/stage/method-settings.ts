/** Reads throttling limits of the gateway's methods from templates and GetStage, and builds their changes for UpdateStage. */
import type { PatchOperation } from '@aws-sdk/client-api-gateway';
import * as z from 'zod/mini';

export interface MethodLimit {
  readonly ratePerS: number;
  readonly burst: number;
}

/** Limits by path and method, such as `/users/{id} GET`; `* *` is the limit of every other method. */
export type MethodLimits = ReadonlyMap<string, MethodLimit>;

const FROZEN: MethodLimit = { ratePerS: 0, burst: 0 };

/** `MethodSettings` of a stage in a template. */
export const templateSettings = z.array(
  z.object({
    ResourcePath: z.string(),
    HttpMethod: z.string(),
    ThrottlingRateLimit: z.number(),
    ThrottlingBurstLimit: z.number(),
  }),
);

export function limitsOfTemplate(settings: z.infer<typeof templateSettings>): MethodLimits {
  return new Map(
    settings.map(({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }) => [
      methodName(ResourcePath, HttpMethod),
      { ratePerS: ThrottlingRateLimit, burst: ThrottlingBurstLimit },
    ]),
  );
}

interface MethodSetting {
  readonly throttlingRateLimit?: number | undefined;
  readonly throttlingBurstLimit?: number | undefined;
}

/** Returns the limits in GetStage's `methodSettings`, with keys like `~1users~1{id}/GET`. No settings mean no limit. */
export function limitsOfStage(settings: Readonly<Record<string, MethodSetting>> = {}): MethodLimits {
  return new Map(
    Object.entries(settings).map(([key, { throttlingRateLimit, throttlingBurstLimit }]) => {
      const end = key.lastIndexOf('/');
      return [
        methodName(key.slice(0, end), key.slice(end + 1)),
        {
          ratePerS: throttlingRateLimit ?? Number.POSITIVE_INFINITY,
          burst: throttlingBurstLimit ?? Number.POSITIVE_INFINITY,
        },
      ];
    }),
  );
}

export function isFrozen({ ratePerS, burst }: MethodLimit): boolean {
  return ratePerS === 0 && burst === 0;
}

/** Returns the changes that block all requests: a limit of 0 in place of every wanted or current limit. */
export function freezingPatches(wanted: MethodLimits, current: MethodLimits): PatchOperation[] {
  return [...new Set([...wanted.keys(), ...current.keys()])].flatMap((name) => limitPatches(name, FROZEN));
}

/** Returns the changes that set exactly the wanted limits. */
export function thawingPatches(wanted: MethodLimits, current: MethodLimits): PatchOperation[] {
  const unwanted = [...current.keys()].filter((name) => !wanted.has(name));
  return [
    ...[...wanted].flatMap(([name, limit]) => limitPatches(name, limit)),
    ...unwanted.map((name) => ({ op: 'remove', path: patchPath(name) }) as const),
  ];
}

function limitPatches(name: string, { ratePerS, burst }: MethodLimit): PatchOperation[] {
  return [
    { op: 'replace', path: `${patchPath(name)}/throttling/rateLimit`, value: String(ratePerS) },
    { op: 'replace', path: `${patchPath(name)}/throttling/burstLimit`, value: String(burst) },
  ];
}

/** Returns the same name for a method regardless of the path's escaping and leading slash. */
function methodName(resourcePath: string, method: string): string {
  const path = resourcePath.replaceAll('~1', '/').replaceAll('~0', '~').replace(/^\/+/, '');
  return `${path === '*' ? path : `/${path}`} ${method}`;
}

function patchPath(name: string): string {
  const [path = '', method = ''] = name.split(' ');
  return `/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
}
