import { useCallback, useEffect, useState } from 'react';
import { fetchCaptcha } from './login-call.ts';

/** The captcha on the screen. `isOff` once the server answered without a picture, as automated tests run it. */
export interface ShownCaptcha {
  key: string;
  picture: string;
  isOff: boolean;
  isFailed: boolean;
}

const nothingYet: ShownCaptcha = { key: '', picture: '', isOff: false, isFailed: false };

/** Fetches a captcha now and whenever `refresh` is called. */
export const useCaptcha = () => {
  const [captcha, setCaptcha] = useState(nothingYet);
  const refresh = useCallback(
    () =>
      fetchCaptcha().then(
        ({ key, code }) => setCaptcha({ key, picture: code, isOff: code === '', isFailed: false }),
        () => setCaptcha({ ...nothingYet, isFailed: true }),
      ),
    [],
  );
  useEffect(() => void refresh(), [refresh]);
  return { captcha, refresh };
};
