import type { Resource, StackTemplate } from '#local/template/cloud-assembly';
import { readIntrinsic } from '#local/template/intrinsics';
import { resourceAttributes, resourceTypes, sections, type Treatment } from '#local/template/inventory';
import { isObject } from '#local/template/json';

/** Resource type that the local stack does not run, with the number of resources and the reason, for the log. */
export interface InertEntry {
  readonly type: string;
  readonly count: number;
  readonly reason: string;
}

/** Resources and properties that the local stack runs, and the skipped (inert) resource types. */
export interface CheckedInventory {
  readonly resources: readonly Resource[];
  readonly inert: readonly InertEntry[];
}

/**
 * Checks every template against the inventory of supported types and properties (inventory.ts).
 * @throws Error with a list of the unknown sections, types and properties, each with stack and logical id
 */
export function checkInventory(stacks: readonly StackTemplate[]): CheckedInventory {
  const problems: string[] = [];
  const resources: Resource[] = [];
  const inert = new Map<string, { count: number; reason: string }>();
  for (const stack of stacks) {
    checkNames(stack.sections, sections, stack.stackName, problems);
    for (const resource of stack.resources.values()) {
      const where = `${stack.stackName}/${resource.logicalId} (${resource.type})`;
      checkNames(resource.attributes, resourceAttributes, where, problems);
      const treatment = resourceTypes[resource.type];
      if (treatment === undefined) {
        problems.push(`${where}: the local stack does not know this resource type`);
      } else if (treatment.kind === 'inert') {
        const entry = inert.get(resource.type) ?? { count: 0, reason: treatment.reason };
        inert.set(resource.type, { ...entry, count: entry.count + 1 });
      } else {
        const properties = pruneParts(resource.properties, treatment.properties, `${where}: property `, problems);
        resources.push({ ...resource, properties });
      }
    }
  }
  if (problems.length > 0) {
    throw new Error(
      `The templates contain parts that tools/local/template/inventory.ts does not list as supported or ignored:\n  ${problems.join('\n  ')}`,
    );
  }
  return { resources, inert: [...inert].map(([type, entry]) => ({ type, ...entry })) };
}

function checkNames(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Treatment>>,
  where: string,
  problems: string[],
): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(known, name)) problems.push(`${where}: ${name} is unknown to the local stack`);
  }
}

/** Adds unknown properties to `problems`. Returns the properties that have an effect in the local stack. */
function pruneParts(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Treatment>>,
  where: string,
  problems: string[],
): Record<string, unknown> {
  const treated: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const treatment = Object.hasOwn(known, name) ? known[name] : undefined;
    if (treatment === undefined) {
      problems.push(`${where}${name} is unknown to the local stack`);
    } else if (treatment.kind === 'run') {
      treated[name] = inner;
    } else if (treatment.kind === 'parts') {
      const prune = (element: unknown): unknown => {
        if (isObject(element) && readIntrinsic(element) === undefined) {
          return pruneParts(element, treatment.parts, `${where}${name}.`, problems);
        }
        problems.push(`${where}${name} is computed, so its parts cannot be checked`);
        return undefined;
      };
      treated[name] = Array.isArray(inner) ? inner.map(prune) : prune(inner);
    }
  }
  return treated;
}
