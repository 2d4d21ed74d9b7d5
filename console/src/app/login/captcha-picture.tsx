import type { ShownCaptcha } from './use-captcha.ts';

/** The captcha as a button: a click brings another one. */
export const CaptchaPicture = ({ captcha, refresh }: { captcha: ShownCaptcha; refresh: () => void }) => (
  <button
    type="button"
    className="login-captcha"
    title="看不清？点击换一张"
    aria-label="换一张验证码"
    onClick={refresh}
  >
    {captcha.picture && <img src={captcha.picture} alt="" />}
    {captcha.isFailed && <span>点击重试</span>}
  </button>
);
