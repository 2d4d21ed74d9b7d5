import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { failure, skeleton } from './cards.ts';
import { showScreen, type Screen } from './layer.ts';

/** What has been fetched while this page was open, by what it is: read again where there is no network. */
const seen = new Map<string, unknown>();

/** Fetches what is shown under `key`; without an answer what it was before, if it was seen. */
export const fetchKept = async <T>(key: string, load: () => Promise<T>): Promise<T> => {
  try {
    const fresh = await load();
    seen.set(key, fresh);
    return fresh;
  } catch (error) {
    if (!seen.has(key) || (error as { code?: number }).code !== 0) throw error;
    return seen.get(key) as T;
  }
};

/** Remembers an answer that came by another way. */
export const keep = (key: string, answer: unknown): void => void seen.set(key, answer);

/** A screen whose body is fetched: its shape at once, then what came, or why nothing did. */
export const showLoaded = <T>(
  screen: Omit<Screen, 'body' | 'look'>,
  key: string,
  { load, draw }: { load: () => Promise<T>; draw: (data: T) => (Node | null)[] },
): void => {
  const body = h('div', {}, skeleton(), skeleton());
  showScreen({ ...screen, look: 'paper', body: [body] });
  const fill = async (): Promise<void> => {
    try {
      const data = await fetchKept(key, load);
      if (body.isConnected) body.replaceChildren(...draw(data).filter((one): one is Node => one !== null));
    } catch (error) {
      if (body.isConnected) body.replaceChildren(failure(reasonOf(error), () => void again()));
    }
  };
  const again = (): Promise<void> => {
    body.replaceChildren(skeleton(), skeleton());
    return fill();
  };
  void fill();
};
