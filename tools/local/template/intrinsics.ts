import { LOCAL_ACCOUNT, LOCAL_REGION } from '#local/engines/local-cloud';
import type { StackTemplate } from '#local/template/cloud-assembly';
import { asObject, asText, isObject } from '#local/template/json';
import type { PhysicalIds } from '#local/template/physical-ids';

/** Resolves the intrinsic functions (`Ref`, `Fn::GetAtt`, `Fn::Join`) in stacks and their nested stacks. */
export class Resolver {
  readonly #stacks: ReadonlyMap<string, StackTemplate>;
  readonly #ids: PhysicalIds;

  constructor(stacks: readonly StackTemplate[], ids: PhysicalIds) {
    this.#stacks = new Map(stacks.map((stack) => [stack.stackName, stack]));
    this.#ids = ids;
  }

  /** Returns the value with all intrinsic functions replaced. @throws Error for an unsupported intrinsic function */
  resolve(stackName: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((element) => this.resolve(stackName, element));
    if (!isObject(value)) return value;
    const call = readIntrinsic(value);
    if (call !== undefined) return this.#call(stackName, call.name, call.argument);
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, this.resolve(stackName, element)]));
  }

  #call(stackName: string, name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(stackName, asText(argument, `${stackName}: Ref`));
      case 'Fn::GetAtt':
        return this.#attribute(stackName, argument);
      case 'Fn::Join':
        return this.#join(stackName, argument);
      default:
        throw new Error(`${stackName}: ${name} cannot be resolved locally`);
    }
  }

  #ref(stackName: string, name: string): unknown {
    const pseudo = PSEUDO_PARAMETERS[name];
    if (pseudo !== undefined) return pseudo;
    const parameters = asObject(this.#stack(stackName).sections.Parameters ?? {}, `${stackName} Parameters`);
    const parameter = parameters[name];
    if (isObject(parameter)) {
      const given = this.#given(stackName, name);
      if (given !== undefined) return given;
      if (parameter.Default === undefined) throw new Error(`${stackName}: parameter ${name} has no default`);
      return parameter.Default;
    }
    return this.#ids.ref(stackName, name);
  }

  #attribute(stackName: string, argument: unknown): string {
    const [logicalId, ...rest] = typeof argument === 'string' ? argument.split('.') : texts(argument, 'Fn::GetAtt');
    const nested = this.#nested(stackName, logicalId ?? '');
    if (nested !== undefined) return this.#output(nested, rest.join('.'));
    return this.#ids.attribute(stackName, logicalId ?? '', rest.join('.'));
  }

  /** Returns the value that a parent stack passes to a parameter of its nested stack. */
  #given(stackName: string, parameter: string): unknown {
    const { parent } = this.#stack(stackName);
    if (parent === undefined) return undefined;
    const { Parameters } = this.#stack(parent.stackName).resources.get(parent.logicalId)?.properties ?? {};
    return this.resolve(parent.stackName, asObject(Parameters ?? {}, `${stackName} Parameters`)[parameter]);
  }

  /** Returns the nested stack of a resource; `undefined` for any other resource. */
  #nested(stackName: string, logicalId: string): StackTemplate | undefined {
    return [...this.#stacks.values()].find(
      ({ parent }) => parent?.stackName === stackName && parent.logicalId === logicalId,
    );
  }

  /** Returns the value of a nested stack's attribute `Outputs.<name>`. */
  #output({ stackName, outputs }: StackTemplate, attribute: string): string {
    const name = attribute.replace(/^Outputs\./, '');
    const { Value: value } = asObject(outputs[name] ?? {}, `${stackName} output ${name}`);
    return scalar(this.resolve(stackName, value), `${stackName} output ${name}`);
  }

  #join(stackName: string, argument: unknown): string {
    const [separator, parts] = list(argument, 'Fn::Join');
    const resolved = list(this.resolve(stackName, parts), 'Fn::Join');
    return resolved.map((part) => scalar(part, 'Fn::Join')).join(asText(separator, 'Fn::Join separator'));
  }

  #stack(stackName: string): StackTemplate {
    const stack = this.#stacks.get(stackName);
    if (stack === undefined) throw new Error(`There is no stack ${stackName}`);
    return stack;
  }
}

/** Returns the intrinsic function and its argument; `undefined` if the object is not an intrinsic call. */
export function readIntrinsic(value: Readonly<Record<string, unknown>>) {
  const [name, ...more] = Object.keys(value);
  if (name === undefined || more.length > 0) return undefined;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument: value[name] } : undefined;
}

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Region': LOCAL_REGION,
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

function list(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${where} does not have a list`);
}

function texts(value: unknown, where: string): string[] {
  return list(value, where).map((element) => asText(element, where));
}

function scalar(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${where} is not a text`);
}
