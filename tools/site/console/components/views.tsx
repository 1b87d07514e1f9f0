/** Renders the view of the current address. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Place, readPlace } from './address';
import { Title } from './section';

/** Reads the data of a view and returns its content. */
export type View = (place: Place) => Promise<ComponentChildren>;

const Redraw = createContext<(note: string) => Promise<void>>(async () => {});

/** Returns a function that renders the view again and shows a message, for example the result of an action. */
export const useRedraw = () => useContext(Redraw);

/** Returns the current address. The component renders again when the address changes. */
export function useAddress(): string {
  const [address, setAddress] = useState(location.hash);
  useEffect(() => {
    const change = () => setAddress(location.hash);
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return address;
}

interface Drawn {
  readonly address: string;
  readonly content: ComponentChildren;
  readonly note: string;
}

/** Main part of the page. @param views views by the first part of their addresses */
export function Views({ views }: { readonly views: Readonly<Record<string, View>> }) {
  const address = useAddress();
  const [{ content, ...drawn }, setDrawn] = useState<Drawn>({ address: '', content: <p>Loading …</p>, note: '' });
  const [isBusy, setBusy] = useState(true);
  const main = useRef<HTMLElement>(null);
  /** Number of the latest rendering. If the content of an earlier rendering arrives later, it is not shown. */
  const latest = useRef(0);
  const draw = async (note: string) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    const content = await contentOf(views, readPlace(address));
    if (mine !== latest.current) return;
    setDrawn({ address, content, note });
    setBusy(false);
  };
  useEffect(() => {
    void draw('').then(() => {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    });
  }, [address]);
  return (
    <main id="main" ref={main} tabIndex={-1} aria-busy={isBusy} data-address={drawn.address}>
      <p id="note" role="status">
        {drawn.note}
      </p>
      <Redraw.Provider value={draw}>
        <div key={drawn.address}>{content}</div>
      </Redraw.Provider>
    </main>
  );
}

async function contentOf(views: Readonly<Record<string, View>>, place: Place): Promise<ComponentChildren> {
  const view = Object.hasOwn(views, place.name) ? views[place.name] : undefined;
  try {
    return (await view?.(place)) ?? <Nothing />;
  } catch (error) {
    return (
      <>
        <Title title="Not shown" />
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
      </>
    );
  }
}

/** View for an unknown address. */
export function Nothing() {
  return (
    <>
      <Title title="Page not found" />
      <p>
        <a href="#/">Go to the first page</a>
      </p>
    </>
  );
}
