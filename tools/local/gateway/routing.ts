import type { Integration, Route } from '#local/gateway/api-description';

/** Result of a route search. */
export type RouteMatch =
  | {
      readonly kind: 'found';
      readonly resource: string;
      readonly integration: Integration;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unknown' }
  /** A path segment is invalid percent-encoded UTF-8. */
  | { readonly kind: 'malformed' };

interface Node {
  readonly fixed: Map<string, Node>;
  variable?: { readonly name: string; readonly node: Node };
  route?: Route;
}

/** Finds routes by path segments, as API Gateway does: fixed segments take precedence over variables. */
export class RouteTree {
  readonly #root: Node = { fixed: new Map() };

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** @param path request path as sent, without the query */
  match(method: string, path: string): RouteMatch {
    const segments = path.split('/').slice(1);
    // The gateway ignores one slash at the end of a path.
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    const decoded: string[] = [];
    for (const segment of segments) {
      const text = decode(segment);
      if (text === undefined) return { kind: 'malformed' };
      decoded.push(text);
    }
    const parameters: Record<string, string> = {};
    const route = find(this.#root, decoded, 0, parameters);
    const integration = route?.methods.get(method) ?? route?.methods.get('ANY');
    if (route === undefined || integration === undefined) return { kind: 'unknown' };
    return { kind: 'found', resource: route.path, integration, parameters };
  }

  #add(route: Route): void {
    let node = this.#root;
    for (const segment of route.path.split('/').slice(1)) {
      const name = /^\{([^{}+]+)\}$/.exec(segment)?.[1];
      if (name === undefined && segment.includes('{')) {
        throw new Error(`Path ${route.path}: the local gateway does not know the segment ${segment}`);
      }
      node = name === undefined ? fixedChild(node, segment) : variableChild(node, name, route.path);
    }
    node.route = route;
  }
}

function fixedChild(node: Node, segment: string): Node {
  const child = node.fixed.get(segment) ?? { fixed: new Map<string, Node>() };
  node.fixed.set(segment, child);
  return child;
}

function variableChild(node: Node, name: string, path: string): Node {
  node.variable ??= { name, node: { fixed: new Map() } };
  if (node.variable.name !== name) {
    throw new Error(`Path ${path}: this level already has the parameter {${node.variable.name}}`);
  }
  return node.variable.node;
}

function find(
  node: Node,
  segments: readonly string[],
  depth: number,
  parameters: Record<string, string>,
): Route | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.route;
  const fixed = node.fixed.get(segment);
  const route = fixed === undefined ? undefined : find(fixed, segments, depth + 1, parameters);
  if (route !== undefined) return route;
  if (node.variable === undefined || segment === '') return undefined;
  const below = find(node.variable.node, segments, depth + 1, parameters);
  if (below !== undefined) parameters[node.variable.name] = segment;
  return below;
}

/** Decodes one path segment. An encoded slash becomes a character of the segment. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
