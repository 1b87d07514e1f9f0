/** Shows the search button. The search itself is loaded when it is first asked for. */
export function addSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('#search-open');
  if (button === null) return;
  const open = async () => {
    const { openSearch } = await import('./search');
    await openSearch();
  };
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    void open();
  });
  button.hidden = false;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
