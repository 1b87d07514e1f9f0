import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { StageConfig } from '#infra/config/stages';
import { ENDPOINT_GROUPS } from '#infra/stacks/endpoint-group';
import { type AssemblyOptions, shippedConfig, stageAssembly } from '#test/support/stage-assembly';

export const STAGES = ['sandbox', 'production'] as const;
/** The stack of a stage, its parts, and those inside the API's. */
export const STACKS = ['Stage', 'Data', 'Messaging', 'Api', ...ENDPOINT_GROUPS] as const;

/** Parts of a stage that some settings add. */
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
/** A resource with its logical id. */
export type Resource = z.infer<typeof resource> & { readonly id: string };

export interface StageTemplates {
  readonly config: StageConfig;
  readonly text: Readonly<Record<StackName, string>>;
  readonly stacks: Readonly<Record<StackName, Template>>;
  /** Parts that some settings add, by their names. */
  readonly added: Readonly<Record<string, Template>>;
  /** The report of CloudFormation's rules and of the rule packs, where requested. */
  readonly validation: string | undefined;
  /** Stacks that cannot be deleted before their protection is lifted. */
  readonly protectedStacks: readonly string[];
  /** Account and region that the stage is for. */
  readonly environment: string | undefined;
  /** Tags by deployed stack; those inside it, and every resource, get the same. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Stages that tests still hold, by the folder that they were read from. */
const stages = new Map<string, WeakRef<StageTemplates>>();

/** A stage as shipped, with changes to its settings. Tests share the result, so it is frozen. */
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

/** Resources of a type, of one stack or of all. */
export function findResources(stage: StageTemplates, type: string, stacks?: readonly StackName[]): Resource[] {
  const templates = stacks?.map((stack) => stage.stacks[stack]) ?? [
    ...Object.values(stage.stacks),
    ...Object.values(stage.added),
  ];
  return templates.flatMap((one) => resourcesByType(one).get(type) ?? []);
}

const byType = new WeakMap<Template, ReadonlyMap<string, readonly Resource[]>>();

/** Grouped once for a template, since thousands of tests look for resources. */
function resourcesByType(from: Template): ReadonlyMap<string, readonly Resource[]> {
  const known = byType.get(from);
  if (known !== undefined) return known;
  const groups = new Map<string, Resource[]>();
  for (const [id, found] of Object.entries(from.Resources))
    groups.set(found.Type, [...(groups.get(found.Type) ?? []), { id, ...found }]);
  byType.set(from, groups);
  return groups;
}

/** The value at a path, or undefined if the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => {
    if (Array.isArray(found) && typeof key === 'number') return found[key];
    if (typeof found !== 'object' || found === null) return undefined;
    const own: unknown = Object.getOwnPropertyDescriptor(found, key)?.value;
    return own;
  }, value);
}

/** An array at a path, empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = at(value, ...path);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** The entries of an object at a path; empty if it does not exist. */
export function entriesAt(value: unknown, ...path: readonly (string | number)[]): [string, unknown][] {
  const found = at(value, ...path);
  return typeof found === 'object' && found !== null ? Object.entries(found) : [];
}

/** The logical id that `Ref` or `Fn::GetAtt` names. */
export function target(reference: unknown): string | undefined {
  const id = at(reference, 'Ref') ?? at(reference, 'Fn::GetAtt', 0);
  return typeof id === 'string' ? id : undefined;
}

const byRow = new WeakMap<StageTemplates, ReadonlyMap<string, Resource>>();

/** The function of a row, which lives under a construct named after the row. */
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

/** The function that an alias in a nested stack points to, found from the parent stack. */
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
