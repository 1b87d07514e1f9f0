/** Data that a partner attaches to a transaction. The service stores and returns the data; no rule uses it. */

export interface Annotations {
  /** The partner's id of the transaction. Several transactions may have equal external ids. @default none */
  readonly externalId?: string | undefined;
  /** Keys and values that the partner chooses. @default none */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Changes to annotations: an absent field remains unchanged, `null` clears the field. */
export interface AnnotationChanges {
  readonly externalId?: string | null | undefined;
  /** A key with the value `null` is removed. */
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined;
}

/** Maximum number of metadata keys of a transaction. */
export const MAX_METADATA_KEYS = 20;

/** Returns the annotations after the changes. */
export function changeAnnotations(before: Annotations, { externalId, metadata }: AnnotationChanges): Annotations {
  const merged = metadata === null ? {} : { ...before.metadata, ...metadata };
  const entries = Object.entries(merged).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
  return {
    externalId: externalId === undefined ? before.externalId : (externalId ?? undefined),
    metadata: entries.length === 0 ? undefined : Object.fromEntries(entries),
  };
}

export function isSameAnnotations(one: Annotations, other: Annotations): boolean {
  const [left, right] = [Object.entries(one.metadata ?? {}), new Map(Object.entries(other.metadata ?? {}))];
  return (
    one.externalId === other.externalId &&
    left.length === right.size &&
    left.every(([key, value]) => right.get(key) === value)
  );
}

/** Returns the annotation fields of responses and webhooks. */
export function shownAnnotations({ externalId, metadata }: Annotations) {
  return { externalId: externalId ?? null, metadata: { ...metadata } };
}
