import { h } from '../lib/elements.ts';

const canAsk = (): boolean => window.isSecureContext && 'geolocation' in navigator;

const ask = (): Promise<GeolocationCoordinates> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      timeout: 10_000,
      maximumAge: 60_000,
    }),
  );

/**
 * City of this query, and a button that adds the exact place once. The device is asked only on a tap,
 * or at once with `isWanted`, and never where nobody wants to know; whatever it answers, the verdict stands.
 */
export const locationLine = (
  city: string | null,
  isWanted: boolean,
  send: ((lng: number, lat: number) => Promise<string | null>) | null,
): HTMLElement => {
  const words = h('span', {}, city || '未知');
  const line = h('span', { class: 'place' }, words);
  if (!send || !canAsk()) return line;
  const locate = async (): Promise<void> => {
    button.disabled = true;
    button.textContent = '定位中';
    try {
      const { longitude, latitude } = await ask();
      words.textContent = (await send(longitude, latitude)) || city || '已提供';
      button.remove();
    } catch {
      button.disabled = false;
      button.textContent = '提供位置';
      words.textContent = city || '没有取得位置';
    }
  };
  const button = h('button', { type: 'button', class: 'text-button', click: () => void locate() }, '提供位置');
  line.append(button);
  if (isWanted) setTimeout(() => void locate());
  return line;
};
