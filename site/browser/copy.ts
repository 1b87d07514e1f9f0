const SHOWN_MS = 2000;

/** Gives every block of code a button that copies it. */
export function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll<HTMLPreElement>('main pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
