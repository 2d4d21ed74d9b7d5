import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { fetchKept } from '../lib/kept.ts';
import { failure, skeleton } from './cards.ts';
import { showScreen, type Screen } from './layer.ts';

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
