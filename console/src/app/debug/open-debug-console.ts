import './debug-console.css';

type Level = 'log' | 'info' | 'warn' | 'error';
const levels: readonly Level[] = ['log', 'info', 'warn', 'error'];
const mostLines = 300;

const inWords = (value: unknown): string => {
  if (value instanceof Error) return value.stack ?? value.message;
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

/** A foldable panel at the foot of the page with everything that is written to the browser's console. */
export const openDebugConsole = (): void => {
  const panel = document.createElement('details');
  panel.className = 'debug-console';
  const summary = document.createElement('summary');
  summary.textContent = '调试';
  const lines = document.createElement('ol');
  panel.append(summary, lines);
  document.body.append(panel);

  const write = (level: Level, values: unknown[]): void => {
    const line = document.createElement('li');
    line.dataset.level = level;
    line.textContent = `${new Date().toLocaleTimeString('zh-CN', { hour12: false })} ${values.map(inWords).join(' ')}`;
    lines.append(line);
    if (lines.childElementCount > mostLines) lines.firstElementChild?.remove();
    lines.scrollTop = lines.scrollHeight;
  };
  for (const level of levels) {
    const original = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      original(...values);
      write(level, values);
    };
  }
  addEventListener('error', ({ message, error }) => write('error', [error ?? message]));
  addEventListener('unhandledrejection', ({ reason }) => write('error', [reason]));
  write('info', [navigator.userAgent, `${innerWidth}x${innerHeight}`, location.href]);
};
