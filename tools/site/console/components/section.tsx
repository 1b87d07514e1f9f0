import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface Titled {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A section with a heading. */
export function Section({ title, children }: Titled) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Title of a view and of the page. `id` identifies the shown object; `children` are action buttons. */
export function Title({ title, id, children }: Titled & { readonly id?: string | undefined }) {
  useEffect(() => {
    document.title = `${title} (${document.documentElement.dataset.env ?? ''})`;
  }, [title]);
  return (
    <div class="title">
      <div>
        <h1>{title}</h1>
        {id !== undefined && <p class="id">{id}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
