/** Scrolls the navigation to the current page, and marks the visible section in "On this page". */
export function showPlace(): void {
  const navigation = document.getElementById('navigation');
  const current = navigation?.querySelector<HTMLElement>('[aria-current]');
  if (navigation !== null && current) {
    showWithin(navigation, current);
    // On a phone, the navigation is a popover. It can scroll only while it is open.
    navigation.addEventListener('toggle', () => showWithin(navigation, current));
  }
  followSections();
}

/** Height of the top bar and one line of text, in pixels. */
const TOP_PX = 96;

function followSections(): void {
  const contents = document.querySelector<HTMLElement>('.contents');
  if (contents === null) return;
  const links = [...contents.querySelectorAll('a')];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  let isDue = false;
  const mark = () => {
    isDue = false;
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = headings.findLastIndex((heading) => (heading?.getBoundingClientRect().top ?? 0) <= TOP_PX);
    const at = isAtEnd ? headings.length - 1 : Math.max(passed, 0);
    links.forEach((link, index) => {
      if (index === at) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    });
    const link = links[at];
    if (link !== undefined) showWithin(contents, link);
  };
  const markSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(mark);
  };
  addEventListener('scroll', markSoon, { passive: true });
  addEventListener('resize', markSoon);
  markSoon();
}

/** Scrolls a list until an entry is visible, without scrolling the page. */
function showWithin(list: HTMLElement, entry: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
