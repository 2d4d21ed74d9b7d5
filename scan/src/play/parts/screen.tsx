import type { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { playColors } from '@zhuiyuan/contract/campaign/play-colors';
import { useLayoutEffect, type ReactNode } from 'react';
import { Rosette } from '../../parts/rosette.tsx';
import { go, goBack } from '../lib/go.ts';
import { leadTo } from '../lib/say.ts';
import type { View } from '../lib/views.ts';
import { PlayIcon } from './play-icon.tsx';

interface ScreenProps {
  title: string;
  /** `stage`: red all over, where it is played; `paper`: everything else. */
  look?: 'stage' | 'paper';
  /** Of a stage; red where nobody says. */
  theme?: PlayTheme;
  /** In the middle of the bar, where that is not the title: on a stage the firm's name. */
  bar?: string;
  action?: { words: string; view: View };
  /** Below the bar on the same red ground. */
  head?: ReactNode;
  /** Sheets over the screen. */
  over?: ReactNode;
  children: ReactNode;
}

const Ground = () => (
  <div className="p-rosette" aria-hidden="true">
    <Rosette />
  </div>
);

const Bar = ({ look, title, bar = title, action }: Pick<ScreenProps, 'look' | 'title' | 'bar' | 'action'>) => (
  <header className="p-bar">
    <button type="button" className="p-back" aria-label="返回" onClick={goBack}>
      <PlayIcon name="back" size={22} />
    </button>
    {look === 'stage' ? (
      <p className="p-name" tabIndex={-1}>
        {bar}
      </p>
    ) : (
      <h1 className="p-name" tabIndex={-1}>
        {bar}
      </h1>
    )}
    {action ? (
      <button type="button" className="p-action" onClick={() => go(action.view)}>
        {action.words}
      </button>
    ) : (
      <span className="p-action" />
    )}
  </header>
);

/** One screen of the pages of a draw, in the whole of their layer; where it is opened it begins at its top, with the focus on its heading. */
export const Screen = ({ title, look = 'paper', theme = 'red', bar, action, head, over, children }: ScreenProps) => {
  useLayoutEffect(() => {
    const layer = document.getElementById('play')!;
    const { ground, panel, hub, pressed } = playColors[theme];
    layer.className = `page p-${look}`;
    document.body.style.background = look === 'stage' ? ground : '#f4f3ef';
    for (const [name, color] of Object.entries({ '--panel': panel, '--hub': hub, '--pressed': pressed }))
      layer.style.setProperty(name, color);
  }, [look, theme]);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    scrollTo(0, 0);
    // A sheet over it that took the focus keeps it.
    const layer = document.getElementById('play')!;
    if (!layer.contains(document.activeElement)) leadTo(layer.querySelector('h1'));
  }, []);

  const top = <Bar look={look} title={title} bar={bar} action={action} />;
  return (
    <>
      {look === 'stage' ? (
        <>
          <Ground />
          {top}
        </>
      ) : (
        <div className={head === undefined ? 'p-head' : 'p-head p-tall'}>
          <Ground />
          {top}
          {head}
        </div>
      )}
      <main>{children}</main>
      {over}
    </>
  );
};
