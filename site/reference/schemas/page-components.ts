/** Objects that a page shows on their own, because several of its places have them. */
import type { Shape, Value } from './shape';

/** Fields below which an object is shown in every place. */
const FEWEST_FIELDS = 3;

/** Collects the components of the shapes of a page. */
export class PageComponents {
  private readonly uses = new Map<string, number>();
  private readonly shapes = new Map<string, Shape>();

  /** Counts a shape and everything in it; a component that came before is counted and not entered again. */
  add(shape: Shape | undefined): void {
    if (shape === undefined) return;
    if (shape.component !== undefined) {
      const before = this.uses.get(shape.component) ?? 0;
      this.uses.set(shape.component, before + 1);
      this.shapes.set(shape.component, shape);
      if (before > 0) return;
    }
    for (const part of partsOf(shape)) this.add(part);
  }

  /** Tells if a shape stands on its own on the page, so that its places link to it. */
  isShared({ component, fields, alternatives }: Shape): boolean {
    if (component === undefined || fields.length + alternatives.length < FEWEST_FIELDS) return false;
    return (this.uses.get(component) ?? 0) > 1;
  }

  /** Lists the shared shapes by name. */
  shared(): readonly Shape[] {
    return [...this.shapes]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, shape]) => (this.isShared(shape) ? [shape] : []));
  }
}

function partsOf({ fields, rules, alternatives }: Shape): readonly (Shape | undefined)[] {
  const valueShape = ({ shape }: Pick<Value, 'shape'>) => shape;
  return [...fields.map(valueShape), ...rules.map(valueShape), ...alternatives.map(valueShape)];
}
