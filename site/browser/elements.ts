/** Elements made in the browser. Text is always text, never HTML. */

type Child = Node | string;

/** Makes an element. Attributes that are `false` are left out, those that are `true` have no value. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** Finds an element of a kind by its id. @throws Error when there is none */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}
