import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows something on an otherwise empty page, and answers the element it stands in. */
export const showOn = (tag: 'main' | 'div', node: ReactNode): HTMLElement => {
  const place = document.createElement(tag);
  document.body.replaceChildren(place);
  createRoot(place).render(node);
  return place;
};
