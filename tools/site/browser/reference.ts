/** The API reference. The library Scalar renders it from the OpenAPI document of the same origin. */
import { createApiReference } from '@scalar/api-reference';

/** An operation in the format of the library. */
interface Operation {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
}

const { root = '/', environment } = document.documentElement.dataset;

/** Storage key of the library's theme. */
const LIBRARY_THEME = 'colorMode';

passThemeToLibrary();
document.getElementById('operations')?.remove();
createApiReference('#reference', {
  url: `${root}openapi.json`,
  // Fonts, request proxy, telemetry, assistant and API client would request other hosts.
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
    // If the browser blocks storage, the system theme applies.
  }
}

/** Shows the header in the library's theme. If the reader selected a theme, stores the theme for the other pages. */
function takeThemeFromLibrary(): void {
  const theme = document.body.classList.contains('dark-mode') ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try {
    if (localStorage.getItem(LIBRARY_THEME) === theme) localStorage.setItem('theme', theme);
  } catch {
    // If the browser blocks storage, the theme applies only to this page.
  }
}
