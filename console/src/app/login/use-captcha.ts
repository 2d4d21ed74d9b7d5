import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchCaptcha } from './sign-in.ts';

/** The captcha on the screen. `isOff` once the server answered without a picture, as automated tests run it. */
export interface ShownCaptcha {
  key: string;
  picture: string;
  isOff: boolean;
  isFailed: boolean;
}

const nothingYet: ShownCaptcha = { key: '', picture: '', isOff: false, isFailed: false };

/** Fetches a captcha now and whenever `refresh` is called; a call while one is under way waits for that one. */
export const useCaptcha = () => {
  const [captcha, setCaptcha] = useState(nothingYet);
  const running = useRef<Promise<void>>(undefined);
  const refresh = useCallback(() => {
    running.current ??= fetchCaptcha()
      .then(
        ({ key, code }) => setCaptcha({ key, picture: code, isOff: code === '', isFailed: false }),
        () => setCaptcha({ ...nothingYet, isFailed: true }),
      )
      .finally(() => {
        running.current = undefined;
      });
    return running.current;
  }, []);
  useEffect(() => void refresh(), [refresh]);
  return { captcha, refresh };
};
