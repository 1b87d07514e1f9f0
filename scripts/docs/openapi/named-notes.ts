/** Descriptions of the fields that have no note of their own. */
import { notesByName } from '#scripts/docs/notes/names';
import { type JsonObject, mapParts } from './json-schema';

/** Describes every property whose name has a note, at any depth. */
export function withNamedNotes(schema: JsonObject): JsonObject {
  return mapParts(schema, withNamedNotes, (property, name) => {
    const note = notesByName[name];
    const described = note === undefined ? property : { description: note, ...property };
    return withNamedNotes(described);
  });
}
