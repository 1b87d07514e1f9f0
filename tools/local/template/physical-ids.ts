/** Local values of `Ref` and `Fn::GetAtt` for a resource. */
export interface PhysicalId {
  readonly ref?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Stores the physical ids of local resources. A reference to a resource without an id is an error. */
export class PhysicalIds {
  readonly #byResource = new Map<string, { ref?: string; attributes: Map<string, string> }>();

  /** Adds ids of a resource. Some ids are known before the resource starts, others only afterwards. */
  add(stackName: string, logicalId: string, id: PhysicalId): void {
    const key = `${stackName}/${logicalId}`;
    const known = this.#byResource.get(key) ?? { attributes: new Map<string, string>() };
    if (id.ref !== undefined) known.ref = id.ref;
    for (const [name, value] of Object.entries(id.attributes ?? {})) known.attributes.set(name, value);
    this.#byResource.set(key, known);
  }

  ref(stackName: string, logicalId: string): string {
    const value = this.#byResource.get(`${stackName}/${logicalId}`)?.ref;
    if (value === undefined) throw new Error(`${stackName}: Ref ${logicalId} has no value locally`);
    return value;
  }

  attribute(stackName: string, logicalId: string, name: string): string {
    const value = this.#byResource.get(`${stackName}/${logicalId}`)?.attributes.get(name);
    if (value === undefined) throw new Error(`${stackName}: Fn::GetAtt ${logicalId}.${name} has no value locally`);
    return value;
  }
}
