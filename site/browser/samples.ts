/** Samples of one call in several languages, as tabs. Without this script they are folded below each other. */
import { element } from './elements';

/** Key of the language that the reader has chosen, by its title, for later pages. */
const CHOICE = 'sample-language';

interface Tab {
  readonly language: string;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
}

/** Turns each group of samples into tabs. A choice holds for all groups of the page, and for later visits. */
export function addSampleTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map(toTabs);
  const show = (language: string) => {
    for (const tabs of groups) if (tabs.some((tab) => tab.language === language)) select(tabs, language);
  };
  for (const tabs of groups)
    for (const [at, { button, language }] of tabs.entries()) {
      button.addEventListener('click', () => {
        const topBefore = button.getBoundingClientRect().top;
        show(language);
        keep(language);
        // Groups above may have grown or shrunk: the one that was chosen in stays where it is.
        window.scrollBy(0, button.getBoundingClientRect().top - topBefore);
      });
      button.addEventListener('keydown', ({ key }) => {
        const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        const next = tabs[(at + step + tabs.length) % tabs.length];
        next?.button.click();
        next?.button.focus();
      });
    }
  show(kept() ?? groups[0]?.[0]?.language ?? '');
}

/** Replaces the folded samples of a group by a row of buttons and a panel for each. */
function toTabs(group: HTMLElement, groupNumber: number): readonly Tab[] {
  const tabs = [...group.querySelectorAll('details')].map((details, at): Tab => {
    const language = details.querySelector('summary')?.textContent ?? '';
    const id = `sample-${groupNumber}-${at}`;
    const labels = { role: 'tab', type: 'button', id: `${id}-tab`, 'aria-controls': id };
    const panel = element('div', { role: 'tabpanel', id, 'aria-labelledby': `${id}-tab` });
    panel.append(...[...details.childNodes].filter((node) => node.nodeName !== 'SUMMARY'));
    return { language, panel, button: element('button', labels, language) };
  });
  const list = element('div', { role: 'tablist', 'aria-label': 'Language of the sample' });
  list.append(...tabs.map(({ button }) => button));
  group.replaceChildren(list, ...tabs.map(({ panel }) => panel));
  return tabs;
}

function select(tabs: readonly Tab[], chosen: string): void {
  for (const { language, button, panel } of tabs) {
    const isChosen = language === chosen;
    button.setAttribute('aria-selected', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    panel.hidden = !isChosen;
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // It holds for this page alone.
  }
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(CHOICE) ?? undefined;
  } catch {
    return undefined;
  }
}
