import type { PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import './play.css';
import { routeWith } from './lib/go.ts';
import { sampleAnswer, sampleDesk, samplePlay } from './lib/sample-draw.ts';
import { enterScene } from './lib/scene.ts';
import type { View } from './lib/views.ts';
import { showView } from './show-view.tsx';

/** What the editor of activities posts. */
export interface PlayPreview {
  type: 'zy-play-preview';
  activity: PlayedActivity;
  /** How often one shopper may draw, that day and in all; null where nothing limits it. */
  left: PlayAnswer['left'];
  view: 'draw' | 'result' | 'rules';
  rules?: Rules;
}

const show = ({ activity, left, view, rules }: PlayPreview): void => {
  const play = samplePlay(activity, left);
  const desk = sampleDesk(activity, rules ?? null, play);
  enterScene({ desk, code: '', productName: '', play, place: null, isTicked: true });
  const pages: View[] = [{ name: 'draw' }];
  routeWith({ ownHistory: pages, show: showView, leave: () => undefined });
  if (view === 'rules') pages.push({ name: 'rules', id: String(activity.id) });
  const next = { canAgain: false, more: '' };
  showView(pages[pages.length - 1]!, view === 'result' ? { answer: sampleAnswer(activity, 0), next } : null);
};

/** /trace/play-preview: draws what the editor around it posts, from its own origin alone. */
export const openPlayPreview = (): void => {
  document.documentElement.classList.add('is-preview');
  const note = document.createElement('p');
  note.className = 'p-sample';
  note.textContent = '预览，不是真实抽奖';
  document.body.append(note);
  let last = '';
  addEventListener('message', ({ origin, source, data }: MessageEvent<PlayPreview>) => {
    if (origin !== location.origin || source !== parent || data?.type !== 'zy-play-preview') return;
    const now = JSON.stringify(data);
    // What is being played goes on while nothing changes.
    if (now === last) return;
    last = now;
    show(data);
  });
  parent.postMessage({ type: 'zy-play-preview-ready' }, location.origin);
};
