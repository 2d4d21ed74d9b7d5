import { open } from './page.ts';

if (location.pathname === '/trace/preview') void import('./preview.ts').then(({ openPreview }) => openPreview());
else {
  open();
  addEventListener('popstate', open);
}
