import type { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { playColors } from '@zhuiyuan/contract/campaign/play-colors';
import { h } from '../../lib/elements.ts';
import { rosette } from '../../lib/rosette.ts';
import { openScreen } from '../layer.ts';
import { go, goBack } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';
import { leadTo } from '../lib/say.ts';
import type { View } from '../lib/views.ts';

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
  openScreen(null);
  const layer = document.getElementById('play')!;
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
