/** Data that a partner attaches to a transaction. The service stores and shows it; no rule reads it. */

export interface Annotations {
  /** The partner's id of the transaction. Several transactions may have the same one. @default none */
  readonly externalId?: string | undefined;
  /** Keys and values of the partner's choice. @default none */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Changes to annotations: an absent member keeps its value, null clears it. */
export interface AnnotationChanges {
  readonly externalId?: string | null | undefined;
  /** A key with null is removed. */
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined;
}

/** The most keys that the metadata of a transaction may have. */
export const MAX_METADATA_KEYS = 20;

/** Applies changes to annotations. */
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

/** Returns the members by which responses and webhooks show annotations. */
export function shownAnnotations({ externalId, metadata }: Annotations) {
  return { externalId: externalId ?? null, metadata: { ...metadata } };
}
