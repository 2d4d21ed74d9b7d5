// Stands in both pages before any style sheet: the mode and the colours that were kept in this browser, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const bar = Object.assign(document.createElement('meta'), { name: 'theme-color' });
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key)) || {};
    } catch {
      return {};
    }
  };
  const paint = () => {
    const { appearance } = kept('layout-setting');
    const isDark = appearance === 'dark' || (appearance !== 'light' && system.matches);
    const colours = kept('theme-colors')[isDark ? 'dark' : 'light'];
    root.classList.toggle('dark', isDark);
    root.removeAttribute('style');
    for (const name in colours) root.style.setProperty(name, colours[name]);
    bar.content = isDark ? '#101318' : '#f3f5f8';
  };
  paint();
  document.head.append(bar);
  system.addEventListener('change', paint);
  addEventListener('storage', paint);
})();
