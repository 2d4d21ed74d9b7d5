import { useEffect, useState } from 'react';
import { BrandMark } from '../site/brand-mark.tsx';
import { takeLoginNote } from '../../lib/leave-for-login.ts';
import { fetchPicture, fetchSite, type LoginPicture, type SiteConfig } from './sign-in.ts';
import { LoginForm } from './login-form.tsx';
import { LoginPanel } from './login-panel.tsx';
import { Notices, showNotice } from './notices.tsx';

const askAgainMs = 2_000;
const defaultSiteName = '一物一码管理平台';

/** The sign-in page: what the firm configured, or our own panel beside the form. */
export const LoginPage = () => {
  const [site, setSite] = useState<SiteConfig>();
  const [picture, setPicture] = useState<LoginPicture>();
  const isPreparing = site?.isPreparingDemo ?? false;
  useEffect(() => {
    const note = takeLoginNote();
    if (note) showNotice(note);
    void fetchSite().then(setSite, () => undefined);
    void fetchPicture().then(setPicture, () => undefined);
  }, []);
  useEffect(() => {
    if (!isPreparing) return undefined;
    const asking = setInterval(() => void fetchSite().then(setSite, () => undefined), askAgainMs);
    return () => clearInterval(asking);
  }, [isPreparing]);
  const siteName = site?.siteName || defaultSiteName;
  useEffect(() => {
    document.title = `登录 - ${siteName}`;
  }, [siteName]);

  const background = picture?.backgroundImage;
  const logo = picture?.loginLogo || picture?.logo;
  return (
    <div className="login" style={background ? { backgroundImage: `url(${JSON.stringify(background)})` } : undefined}>
      <Notices />
      <main className="login-card">
        <LoginPanel banner={picture?.banner ?? []} />
        <section className="login-side">
          <div className={logo ? 'login-logo login-logo-own' : 'login-logo'}>
            {logo ? <img src={logo} alt={siteName} /> : <BrandMark size={36} />}
            {!logo && <span>追源</span>}
          </div>
          <h1>登录管理后台</h1>
          <p className="login-site">{siteName}</p>
          {isPreparing && (
            <p className="login-site" role="status">
              演示数据正在准备，现在就可以登录
            </p>
          )}
          <LoginForm />
        </section>
      </main>
      <footer className="login-foot">
        {site?.copyright && <span>{site.copyright}</span>}
        {site?.policeFilingNo && <span>{site.policeFilingNo}</span>}
        {site?.icpNo && <span>{site.icpNo}</span>}
      </footer>
    </div>
  );
};
