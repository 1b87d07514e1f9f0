/** The API reference, drawn from the OpenAPI document of this origin. */
import { createApiReference } from '@scalar/api-reference';

/** An operation as the library describes it. */
interface Operation {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
}

const { root = '/', environment } = document.documentElement.dataset;

/** Key under which the library keeps the chosen theme. */
const LIBRARY_THEME = 'colorMode';

passThemeToLibrary();
document.getElementById('operations')?.remove();
createApiReference('#reference', {
  url: `${root}openapi.json`,
  // Fonts, the request proxy, telemetry, the assistant and the editor's client would all call other hosts.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  hideTestRequestButton: environment !== 'sandbox',
  hideModels: true,
  showOperationId: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  generateOperationSlug: ({ operationId, method, path }: Operation) => operationId ?? `${method}${path}`,
  generateWebhookSlug: ({ name }: { readonly name: string }) => name,
});
new MutationObserver(takeThemeFromLibrary).observe(document.body, { attributeFilter: ['class'] });

/** Starts the library with the theme of the other pages. */
function passThemeToLibrary(): void {
  try {
    localStorage.setItem(LIBRARY_THEME, localStorage.getItem('theme') ?? 'system');
  } catch {
    // A browser that stores nothing for this page: the system's theme stays.
  }
}

/** Shows the header in the theme of the library, and keeps a theme that the reader chose for the other pages. */
function takeThemeFromLibrary(): void {
  const theme = document.body.classList.contains('dark-mode') ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try {
    if (localStorage.getItem(LIBRARY_THEME) === theme) localStorage.setItem('theme', theme);
  } catch {
    // The theme applies to this page only.
  }
}
