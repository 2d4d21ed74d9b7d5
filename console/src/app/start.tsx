import useMessage from 'antd/es/message/useMessage';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { saidOf } from '../lib/said-of.ts';
import { loadClassLists } from '../lib/use-class-list.ts';
import { readLogin, readToken } from '../lib/cookies.ts';
import { readStored } from '../lib/stored-values.ts';
import { importsKey } from '../lib/stored-keys.ts';
import { followSession, loadSession, mayNow, session, useSessionRound } from '../lib/session.ts';
import { leaveForLogin } from '../lib/leave-for-login.ts';
import { answerRenewal, askForPassword, isPasswordAsked, offerRenewal } from '../lib/renew-session.ts';
import { connectToast, hasAsked } from '../lib/toast.ts';
import { isAnyTabDirty } from '../lib/use-dirty.ts';
import { lazyPart } from '../parts/frame/lazy-part.tsx';
import { GalleryProvider } from '../parts/gallery/gallery-provider.tsx';
import { prefetchOwnLists } from '../parts/views/own-lists.ts';
import { ConsoleRoutes } from './console-routes.tsx';
import { routes } from './routes/routes.ts';
import { loadSite } from './site/site.ts';
import { homePath } from '../screens/stats/routes.ts';

/** The frame of the console while it is not known yet who is signed in. */
export const Splash = () => (
  <div className="splash" role="status" aria-label="正在加载">
    <div>
      <svg width="26" height="26" aria-hidden="true">
        <rect width="26" height="26" rx="6" />
      </svg>
    </div>
    <div />
  </div>
);

const Preview = lazy(async () => ({ default: (await import('./preview/preview-page.tsx')).PreviewPage }));

const FirstPassword = lazy(async () => ({
  default: (await import('./first-password/first-password.tsx')).FirstPassword,
}));

const UploadPicture = lazy(async () => ({
  default: (await import('../screens/media/upload-picture.tsx')).UploadPicture,
}));

const ConfirmHost = lazyPart(async () => (await import('../parts/feedback/confirm-host.tsx')).ConfirmHost);

const PasswordDialog = lazyPart(async () => (await import('./login/password-dialog.tsx')).PasswordDialog);

/** Asks for the password when the session ends under the page. */
const SessionKeeper = () => {
  const admin = session.use((current) => current?.admin);
  const isAsked = isPasswordAsked.use();
  const id = admin?.id;
  useEffect(() => (id === undefined ? undefined : offerRenewal(id)), [id]);
  return <PasswordDialog isOpen={isAsked} account={admin?.account ?? ''} />;
};

/** Pages that stand alone, without the shell around them. */
const barePages: Record<string, ReactNode> = { '/preview': <Preview />, '/setting/uploadPicture': <UploadPicture /> };

const messagePlace = { maxCount: 5, top: 60 };

const leave = (error: unknown): void => leaveForLogin(saidOf(error) || 'Has Error');

/** Fetches the screen of the address while it is found out who is signed in. */
export const fetchScreen = (): void => {
  const path = location.pathname === '/' ? homePath : location.pathname;
  routes
    .find((row) => row.path === path)
    ?.load()
    .catch(() => undefined);
};

/** Another window of this browser may have signed in as somebody else, or out. */
const followToken = (known: { token: string }): void => {
  const token = readToken();
  if (document.hidden || token === known.token) return;
  known.token = token;
  // Where the person has signed in again there, nothing is to be asked here.
  if (token && readLogin().id === session.get()?.admin.id) answerRenewal(true);
  if (token) followSession().catch(leave);
  else if (isAnyTabDirty()) void askForPassword();
  else leaveForLogin();
};

/** Somebody who is asked for another password may have given it in another window. */
const followPassword = (): void => {
  if (session.get()?.admin.mustChangePassword) loadSession().catch(leave);
};

const Pages = () => {
  const round = useSessionRound();
  return (
    barePages[location.pathname] ?? (
      <BrowserRouter key={round}>
        <ConsoleRoutes />
      </BrowserRouter>
    )
  );
};

/**
 * Finds out who is signed in before anything else is shown; whoever is not goes to the sign-in page, and whose password
 * somebody else set changes it first.
 */
export const Start = () => {
  const [message, messages] = useMessage(messagePlace);
  const [isReady, setIsReady] = useState(false);
  const mustChange = session.use((current) => current?.admin.mustChangePassword);
  const isIn = isReady && !mustChange;
  const asked = hasAsked.use();
  useEffect(() => connectToast(message), [message]);
  useEffect(() => {
    const known = { token: readToken() };
    void loadSite();
    Promise.all([loadSession(), prefetchOwnLists()]).then(() => setIsReady(true), leave);
    const follow = () => {
      if (!session.get()) return;
      followToken(known);
      if (!document.hidden) followPassword();
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  useEffect(() => {
    if (!isIn) return;
    void import('./class-lists.ts').then(() => loadClassLists(({ may }) => mayNow(may)));
    if (readStored(importsKey, sessionStorage))
      void import('../parts/import/watch-import.ts').then((it) => it.resumeWatch());
  }, [isIn]);

  if (!isReady) return <Splash />;
  return (
    <>
      {messages}
      <ConfirmHost isOpen={asked} />
      <SessionKeeper />
      <GalleryProvider>
        <Suspense fallback={<Splash />}>{mustChange ? <FirstPassword /> : <Pages />}</Suspense>
      </GalleryProvider>
    </>
  );
};
