import { openPage } from './open-page.ts';

/** Addresses of dealers, shops, salesmen and inspectors: their pages are fetched apart from the shopper's. */
const isField = (): boolean => /^\/r(?:\/|$)|^\/d\/[A-Za-z]{2}\d{8}-\d+/.test(location.pathname);

if (location.pathname === '/trace/preview') void import('./open-preview.ts').then(({ openPreview }) => openPreview());
else {
  const open = (): void => {
    if (isField()) void import('../field/open-field.ts').then(({ openField }) => openField());
    else openPage();
  };
  open();
  addEventListener('popstate', open);
}
