/** What the browser has and jsdom has not: media queries (a wide window unless a test says otherwise) and sizes. */
class NoResize implements ResizeObserver {
  disconnect(): void {}
  observe(): void {}
  unobserve(): void {}
}

class NoIntersection implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  disconnect(): void {}
  observe(): void {}
  takeRecords(): [] {
    return [];
  }
  unobserve(): void {}
}

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
globalThis.ResizeObserver ??= NoResize;
globalThis.IntersectionObserver ??= NoIntersection;
window.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), {
    media,
    matches: /min-height|min-width/.test(media),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
Element.prototype.scrollIntoView ??= () => undefined;
