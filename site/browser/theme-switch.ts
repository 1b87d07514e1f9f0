const dark = matchMedia('(prefers-color-scheme: dark)');

/** Shows the button that changes between light and dark, and keeps the choice for later visits. */
export function addThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (button === null) return;
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
  const name = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.title = isDark() ? 'Use light colours' : 'Use dark colours';
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // It holds for this page alone.
    }
  });
  dark.addEventListener('change', name);
  name();
  button.hidden = false;
}
