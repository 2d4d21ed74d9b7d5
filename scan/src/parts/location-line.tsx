import { useLayoutEffect, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';

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
export const LocationLine = ({
  city,
  isWanted,
  send,
}: {
  city: string | null;
  isWanted: boolean;
  send: ((lng: number, lat: number) => Promise<string | null>) | null;
}) => {
  const [words, setWords] = useState(city || '未知');
  const [isBusy, setBusy] = useState(false);
  const [isPossible] = useState(canAsk);
  const [isDone, setDone] = useState(false);
  const isOffered = send !== null && isPossible && !isDone;
  const locate = async (): Promise<void> => {
    setBusy(true);
    try {
      const { longitude, latitude } = await ask();
      setWords((await send!(longitude, latitude)) || city || '已提供');
      setDone(true);
    } catch {
      setWords(city || '没有取得位置');
    }
    setBusy(false);
  };
  const latest = useLatest(locate);
  const isAsked = isWanted && isOffered;
  useLayoutEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => void latest.current());
    return () => clearTimeout(timer);
  }, [isAsked, latest]);
  return (
    <span className="place">
      <span>{words}</span>
      {isOffered && (
        <button type="button" className="text-button" disabled={isBusy} onClick={() => void locate()}>
          {isBusy ? '定位中' : '提供位置'}
        </button>
      )}
    </span>
  );
};
