import { LOCAL_ACCOUNT, LOCAL_REGION } from '#local/engines/local-cloud';
import type { StackTemplate } from '#local/template/cloud-assembly';
import { asObject, asText, isObject } from '#local/template/json';
import type { PhysicalIds } from '#local/template/physical-ids';

/** Resolves the intrinsic functions of a set of stacks that may import from each other. */
export class Resolver {
  readonly #stacks: ReadonlyMap<string, StackTemplate>;
  readonly #ids: PhysicalIds;
  readonly #exports = new Map<string, { readonly stackName: string; readonly value: unknown }>();

  constructor(stacks: readonly StackTemplate[], ids: PhysicalIds) {
    this.#stacks = new Map(stacks.map((stack) => [stack.stackName, stack]));
    this.#ids = ids;
    for (const stack of stacks) this.#collectExports(stack);
  }

  /** The value with every intrinsic replaced; `undefined` stands for AWS::NoValue. */
  resolve(stackName: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((element) => this.resolve(stackName, element)).filter((element) => element !== undefined);
    }
    if (!isObject(value)) return value;
    const call = readIntrinsic(value);
    if (call !== undefined) return this.#call(stackName, call.name, call.argument);
    const resolved: Record<string, unknown> = {};
    for (const [key, element] of Object.entries(value)) {
      const inner = this.resolve(stackName, element);
      if (inner !== undefined) resolved[key] = inner;
    }
    return resolved;
  }

  /** Tells whether a named condition of the stack holds. */
  condition(stackName: string, name: string): boolean {
    const conditions = asObject(this.#stack(stackName).sections.Conditions ?? {}, `${stackName} Conditions`);
    if (conditions[name] === undefined) throw new Error(`${stackName}: condition ${name} does not exist`);
    return this.#test(stackName, conditions[name]);
  }

  /**
   * Replaces only Fn::If and AWS::NoValue, which need no running part, so that the structure of a
   * resource can be checked before anything runs.
   */
  decide(stackName: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((element) => this.decide(stackName, element)).filter((element) => element !== undefined);
    }
    if (!isObject(value)) return value;
    if (value.Ref === 'AWS::NoValue') return undefined;
    const call = readIntrinsic(value);
    if (call?.name === 'Fn::If') return this.decide(stackName, this.#branch(stackName, call.argument));
    const decided: Record<string, unknown> = {};
    for (const [key, element] of Object.entries(value)) {
      const inner = this.decide(stackName, element);
      if (inner !== undefined) decided[key] = inner;
    }
    return decided;
  }

  #call(stackName: string, name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(stackName, asText(argument, `${stackName}: Ref`));
      case 'Fn::GetAtt':
        return this.#attribute(stackName, argument);
      case 'Fn::Join':
        return this.#join(stackName, argument);
      case 'Fn::Sub':
        return this.#substitute(stackName, argument);
      case 'Fn::Select':
        return this.#select(stackName, argument);
      case 'Fn::Split':
        return this.#split(stackName, argument);
      case 'Fn::ImportValue':
        return this.#import(stackName, argument);
      case 'Fn::If':
        return this.resolve(stackName, this.#branch(stackName, argument));
      default:
        throw new Error(`${stackName}: ${name} cannot be resolved locally`);
    }
  }

  #ref(stackName: string, name: string): unknown {
    if (name === 'AWS::NoValue') return undefined;
    const pseudo = pseudoParameter(stackName, name);
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

  /** The value that the stack around a nested one gives to a parameter of it. */
  #given(stackName: string, parameter: string): unknown {
    const { parent } = this.#stack(stackName);
    if (parent === undefined) return undefined;
    const { Parameters } = this.#stack(parent.stackName).resources.get(parent.logicalId)?.properties ?? {};
    return this.resolve(parent.stackName, asObject(Parameters ?? {}, `${stackName} Parameters`)[parameter]);
  }

  /** The stack that a resource stands for, if it is one. */
  #nested(stackName: string, logicalId: string): StackTemplate | undefined {
    return [...this.#stacks.values()].find(
      ({ parent }) => parent?.stackName === stackName && parent.logicalId === logicalId,
    );
  }

  /** An attribute of a nested stack, `Outputs.<name>`. */
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

  #substitute(stackName: string, argument: unknown): string {
    const [template, own] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = asObject(own, 'Fn::Sub variables');
    return asText(template, 'Fn::Sub').replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, inner: string) => {
      const name = inner.trim();
      if (literal !== '') return `\${${inner}}`;
      if (Object.hasOwn(variables, name)) return scalar(this.resolve(stackName, variables[name]), `Fn::Sub ${name}`);
      if (name.includes('.')) return this.#attribute(stackName, name);
      return scalar(this.#ref(stackName, name), `Fn::Sub ${name}`);
    });
  }

  #select(stackName: string, argument: unknown): unknown {
    const [index, from] = list(argument, 'Fn::Select');
    const selected = list(this.resolve(stackName, from), 'Fn::Select')[Number(index)];
    if (selected === undefined) throw new Error(`${stackName}: Fn::Select has no element ${String(index)}`);
    return selected;
  }

  #split(stackName: string, argument: unknown): string[] {
    const [separator, text] = list(argument, 'Fn::Split');
    return scalar(this.resolve(stackName, text), 'Fn::Split').split(asText(separator, 'Fn::Split separator'));
  }

  #import(stackName: string, argument: unknown): unknown {
    const name = scalar(this.resolve(stackName, argument), 'Fn::ImportValue');
    const exported = this.#exports.get(name);
    if (exported === undefined) throw new Error(`${stackName}: Fn::ImportValue ${name} is exported by no stack`);
    return this.resolve(exported.stackName, exported.value);
  }

  #branch(stackName: string, argument: unknown): unknown {
    const [name, whenTrue, whenFalse] = list(argument, 'Fn::If');
    return this.condition(stackName, asText(name, 'Fn::If condition')) ? whenTrue : whenFalse;
  }

  #test(stackName: string, expression: unknown): boolean {
    if (isObject(expression) && typeof expression.Condition === 'string') {
      return this.condition(stackName, expression.Condition);
    }
    const call = isObject(expression) ? readIntrinsic(expression) : undefined;
    switch (call?.name) {
      case 'Fn::Equals': {
        const [left, right] = list(this.resolve(stackName, call.argument), 'Fn::Equals');
        return left === right;
      }
      case 'Fn::Not':
        return !this.#test(stackName, list(call.argument, 'Fn::Not')[0]);
      case 'Fn::And':
        return list(call.argument, 'Fn::And').every((part) => this.#test(stackName, part));
      case 'Fn::Or':
        return list(call.argument, 'Fn::Or').some((part) => this.#test(stackName, part));
      default:
        throw new Error(`${stackName}: a condition uses ${call?.name ?? 'a form'} that cannot be resolved locally`);
    }
  }

  #stack(stackName: string): StackTemplate {
    const stack = this.#stacks.get(stackName);
    if (stack === undefined) throw new Error(`There is no stack ${stackName}`);
    return stack;
  }

  #collectExports(stack: StackTemplate): void {
    for (const [id, output] of Object.entries(stack.outputs)) {
      const { Export: exported, Value: value } = asObject(output, `${stack.stackName} output ${id}`);
      if (!isObject(exported)) continue;
      const name = scalar(this.resolve(stack.stackName, exported.Name), `${stack.stackName} export name`);
      this.#exports.set(name, { stackName: stack.stackName, value });
    }
  }
}

/** The intrinsic call that an object stands for, if it is one. */
export function readIntrinsic(value: Readonly<Record<string, unknown>>) {
  const [name, ...more] = Object.keys(value);
  if (name === undefined || more.length > 0) return undefined;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument: value[name] } : undefined;
}

function pseudoParameter(stackName: string, name: string): string | undefined {
  switch (name) {
    case 'AWS::Region':
      return LOCAL_REGION;
    case 'AWS::AccountId':
      return LOCAL_ACCOUNT;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return stackName;
    case 'AWS::StackId':
      return `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${stackName}/local`;
    default:
      return undefined;
  }
}

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
