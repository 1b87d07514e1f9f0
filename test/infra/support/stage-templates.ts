import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { StageConfig } from '#infra/config/stages';
import { ENDPOINT_GROUPS } from '#infra/stacks/endpoint-group';
import { type AssemblyOptions, shippedConfig, stageAssembly } from '#test/support/stage-assembly';

export const STAGES = ['sandbox', 'production'] as const;
/** Stack of a stage, its nested stacks, and the nested stacks of the API stack. */
export const STACKS = ['Stage', 'Data', 'Messaging', 'Api', ...ENDPOINT_GROUPS] as const;

/** Nested stacks that optional settings add. */
const ADDED_PARTS = ['Network', 'Backups'] as const;

export type Stage = (typeof STAGES)[number];
export type StackName = (typeof STACKS)[number];

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  UpdatePolicy: z.unknown().optional(),
  DependsOn: z.unknown().optional(),
});
const template = z.object({
  Resources: z.record(z.string(), resource),
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});
const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      environment: z.string().optional(),
      properties: z
        .looseObject({
          terminationProtection: z.boolean().optional(),
          tags: z.record(z.string(), z.string()).optional(),
        })
        .optional(),
    }),
  ),
});

type Template = z.infer<typeof template>;
export type Resource = z.infer<typeof resource> & { readonly id: string };

export interface StageTemplates {
  readonly config: StageConfig;
  readonly text: Readonly<Record<StackName, string>>;
  readonly stacks: Readonly<Record<StackName, Template>>;
  /** Nested stacks that optional settings add, by name. */
  readonly added: Readonly<Record<string, Template>>;
  /** Report of the CloudFormation rules and the cdk-nag rule packs, if the test sets `checks`. */
  readonly validation: string | undefined;
  readonly protectedStacks: readonly string[];
  /** AWS account and Region of the stage. */
  readonly environment: string | undefined;
  /** Tags by deployed stack. Nested stacks and all resources get the same tags. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Stages in use by tests, by the folder of their assembly. */
const stages = new Map<string, WeakRef<StageTemplates>>();

/**
 * Returns a stage's templates with its default settings and the given changes. The result is read-only, because tests share it.
 */
export function stageTemplates(
  env: Stage,
  { checks, code, ...changes }: Partial<StageConfig> & Omit<AssemblyOptions, 'config'> = {},
): StageTemplates {
  const config = { ...shippedConfig(env), ...changes };
  const folder = stageAssembly({ config, ...(checks && { checks }), ...(code !== undefined && { code }) });
  const found = stages.get(folder)?.deref() ?? readTemplates(folder, config, checks !== undefined);
  stages.set(folder, new WeakRef(found));
  return found;
}

function readTemplates(folder: string, config: StageConfig, validated: boolean): StageTemplates {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const files = readdirSync(folder);
  const text = perStack((stack) => {
    const name =
      stack === 'Stage'
        ? /^PartnerRamp-\w+\.template/
        : new RegExp(`^PartnerRamp${config.name}(Api)?${stack}[0-9A-F]{8}\\.nested`);
    return read(files.find((file) => name.test(file)) ?? stack);
  });
  const { artifacts } = manifest.parse(JSON.parse(read('manifest.json')));
  return deepFreeze({
    config,
    text,
    stacks: perStack((stack) => template.parse(JSON.parse(text[stack]))),
    added: Object.fromEntries(
      ADDED_PARTS.flatMap((part) => {
        const file = files.find(
          (name) => name.startsWith(`PartnerRamp${config.name}${part}`) && name.endsWith('.nested.template.json'),
        );
        return file === undefined ? [] : [[part, template.parse(JSON.parse(read(file)))]];
      }),
    ),
    validation: validated ? read('validation-report.json') : undefined,
    protectedStacks: Object.keys(artifacts).filter((id) => artifacts[id]?.properties?.terminationProtection),
    environment: artifacts[`PartnerRamp-${config.name}`]?.environment,
    tags: Object.fromEntries(
      Object.entries(artifacts)
        .filter(([, { type }]) => type === 'aws:cloudformation:stack')
        .map(([id, { properties }]) => [id, properties?.tags ?? {}]),
    ),
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) deepFreeze(inner);
  return value;
}

function perStack<T>(value: (stack: StackName) => T): Record<StackName, T> {
  return {
    Stage: value('Stage'),
    Data: value('Data'),
    Messaging: value('Messaging'),
    Api: value('Api'),
    People: value('People'),
    Payments: value('Payments'),
    Integration: value('Integration'),
  };
}

/** Finds the resources of a type, in the given stacks or in all. */
export function findResources(stage: StageTemplates, type: string, stacks?: readonly StackName[]): Resource[] {
  const templates = stacks?.map((stack) => stage.stacks[stack]) ?? [
    ...Object.values(stage.stacks),
    ...Object.values(stage.added),
  ];
  return templates.flatMap((one) => resourcesByType(one).get(type) ?? []);
}

const byType = new WeakMap<Template, ReadonlyMap<string, readonly Resource[]>>();

/** Groups the resources once per template, because thousands of tests search them. */
function resourcesByType(from: Template): ReadonlyMap<string, readonly Resource[]> {
  const known = byType.get(from);
  if (known !== undefined) return known;
  const groups = new Map<string, Resource[]>();
  for (const [id, found] of Object.entries(from.Resources))
    groups.set(found.Type, [...(groups.get(found.Type) ?? []), { id, ...found }]);
  byType.set(from, groups);
  return groups;
}

/** Returns the value at a path, or `undefined` if the path does not exist. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => {
    if (Array.isArray(found) && typeof key === 'number') return found[key];
    if (typeof found !== 'object' || found === null) return undefined;
    const own: unknown = Object.getOwnPropertyDescriptor(found, key)?.value;
    return own;
  }, value);
}

/** Returns the array at a path; empty if the path does not exist. Another value becomes an array of one element. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = at(value, ...path);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** Returns the entries of the object at a path; empty if the path does not exist. */
export function entriesAt(value: unknown, ...path: readonly (string | number)[]): [string, unknown][] {
  const found = at(value, ...path);
  return typeof found === 'object' && found !== null ? Object.entries(found) : [];
}

/** Returns the logical id in a `Ref` or `Fn::GetAtt`. */
export function target(reference: unknown): string | undefined {
  const id = at(reference, 'Ref') ?? at(reference, 'Fn::GetAtt', 0);
  return typeof id === 'string' ? id : undefined;
}

const byRow = new WeakMap<StageTemplates, ReadonlyMap<string, Resource>>();

/** Finds the function of an endpoint or worker. The construct of the function has the id of the endpoint or worker. */
export function findFunction(stage: StageTemplates, rowId: string): Resource | undefined {
  const functions =
    byRow.get(stage) ??
    new Map(
      findResources(stage, 'AWS::Lambda::Function').map((found) => [
        found.id.replace(/Function[0-9A-F]{8}$/, ''),
        found,
      ]),
    );
  byRow.set(stage, functions);
  return functions.get(rowId);
}

/** Finds the function behind an alias in a nested stack, from a reference in the parent stack. */
export function findAliasedFunction(stage: StageTemplates, reference: unknown): Resource | undefined {
  const output = String(at(reference, 'Fn::GetAtt', 1)).replace(/^Outputs\./, '');
  for (const name of ENDPOINT_GROUPS) {
    const id = target(stage.stacks[name].Outputs[output]?.Value);
    const alias = findResources(stage, 'AWS::Lambda::Alias', [name]).find((found) => found.id === id);
    if (alias === undefined) continue;
    const own = target(at(alias.Properties, 'FunctionName'));
    return findResources(stage, 'AWS::Lambda::Function', [name]).find((found) => found.id === own);
  }
  return undefined;
}
