import { openPage } from './open-page.ts';

if (location.pathname === '/trace/preview') void import('./open-preview.ts').then(({ openPreview }) => openPreview());
else {
  openPage();
  addEventListener('popstate', openPage);
}
