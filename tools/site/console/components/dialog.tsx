import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogParts {
  readonly title: string;
  /** Called after the dialog is closed in any way. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, open while it is rendered. Escape closes it, and the focus returns to the previous element. */
export function Dialog({ title, onClose, children }: DialogParts) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { activeElement: before } = document;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="title">
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}
