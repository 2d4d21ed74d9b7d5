import type { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { playColors } from '@zhuiyuan/contract/campaign/play-colors';
import { h } from '../../lib/elements.ts';
import { rosette } from '../../lib/rosette.ts';
import { closeScreen } from '../../field/parts/shown-screen.ts';
import { go, goBack } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';
import { leadTo } from '../lib/say.ts';
import type { View } from '../lib/views.ts';

let before: { scrolled: number; title: string; ground: string } | null = null;

/** The layer over the page of the code, which stays as it is below. */
const openLayer = (): HTMLElement => {
  const there = document.getElementById('play');
  if (there) return there;
  const page = document.getElementById('page')!;
  before = { scrolled: window.scrollY, title: document.title, ground: document.body.style.background };
  page.hidden = true;
  const layer = h('div', { id: 'play' });
  page.after(layer);
  return layer;
};

/** Takes the layer away; the page below stands where it was left. */
export const closeLayer = (): void => {
  closeScreen();
  document.getElementById('play')?.remove();
  document.getElementById('page')!.hidden = false;
  if (!before) return;
  document.body.style.background = before.ground;
  document.title = before.title;
  document.getElementById('status')!.textContent = '';
  scrollTo(0, before.scrolled);
  before = null;
};

export interface Screen {
  title: string;
  /** `stage`: red all over, where it is played; `paper`: everything else. */
  look: 'stage' | 'paper';
  /** Of a stage; red where nobody says. */
  theme?: PlayTheme;
  /** In the middle of the bar: the page's own title, or on a stage the firm's name. */
  bar: string;
  action?: { words: string; view: View } | null;
  /** Below the bar on the same red ground. */
  head?: (Node | null)[];
  body: (Node | null)[];
}

const barOf = ({ bar, look, action }: Screen): HTMLElement =>
  h(
    'header',
    { class: 'p-bar' },
    h('button', { type: 'button', class: 'p-back', 'aria-label': '返回', click: goBack }, playIcon('back', 22)),
    h(look === 'stage' ? 'p' : 'h1', { class: 'p-name', tabindex: -1 }, bar),
    action
      ? h('button', { type: 'button', class: 'p-action', click: () => go(action.view) }, action.words)
      : h('span', { class: 'p-action' }),
  );

/** Puts a screen in the place of the one before it, which ends. */
export const showScreen = (screen: Screen): HTMLElement => {
  closeScreen();
  const layer = openLayer();
  const ground = h('div', { class: 'p-rosette', 'aria-hidden': 'true' });
  const isStage = screen.look === 'stage';
  layer.className = `page p-${screen.look}`;
  const { ground: page, panel, hub, pressed } = playColors[screen.theme ?? 'red'];
  document.body.style.background = isStage ? page : '#f4f3ef';
  for (const [name, color] of Object.entries({ '--panel': panel, '--hub': hub, '--pressed': pressed }))
    layer.style.setProperty(name, color);
  const bar = barOf(screen);
  layer.replaceChildren(
    isStage ? ground : '',
    isStage ? bar : h('div', { class: `p-head${screen.head ? ' p-tall' : ''}` }, ground, bar, ...(screen.head ?? [])),
    h('main', {}, ...screen.body),
  );
  document.title = screen.title;
  scrollTo(0, 0);
  leadTo(layer.querySelector('h1'));
  // The ornament follows after the paint.
  requestAnimationFrame(() => setTimeout(() => ground.isConnected && ground.append(rosette())));
  return layer;
};
