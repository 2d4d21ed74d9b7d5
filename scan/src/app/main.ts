import '../lib/older-phones.ts';
import { isTaken } from '../lib/moves.ts';
import { openPage } from './open-page.tsx';

/** Addresses of dealers, shops, salesmen and inspectors: their pages are fetched apart from the shopper's. */
const isField = (): boolean => /^\/r(?:\/|$)|^\/d\/[A-Za-z]{2}\d{8}-\d+/.test(location.pathname);

/** Pages of the draw that need no code: prizes and what is known of a draw. That of the draw itself is offered by its code. */
const isPlay = (): boolean => /^#(?:(?:prizes|messages)$|(?:prize|packets?|rules|privacy|fair)\/)/.test(location.hash);

/** A browser that is too old was told so in place of the page: nothing is asked for it, and no scan counted. */
const isServed = document.getElementById('page') !== null;

if (!isServed) document.title = '浏览器版本过低';
else if (location.pathname === '/trace/preview')
  void import('./open-preview.tsx').then(({ openPreview }) => openPreview());
else if (location.pathname === '/trace/play-preview')
  void import('../play/open-play-preview.ts').then(({ openPlayPreview }) => openPlayPreview());
else {
  const open = (): void => {
    if (isTaken()) return;
    if (isField()) void import('../field/open-field.tsx').then(({ openField }) => openField());
    else if (isPlay()) void import('../play/open-play.ts').then(({ openPlay }) => openPlay(null));
    else if (location.pathname === '/trace/play')
      void import('./open-activity.tsx').then(({ openActivity }) => openActivity());
    else openPage();
  };
  open();
  addEventListener('popstate', open);
}
