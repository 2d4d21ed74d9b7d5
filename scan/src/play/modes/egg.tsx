import { useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import { useOwnId } from '../../lib/use-own-id.ts';
import { mayMove, pause } from '../lib/moving.ts';
import { DrawButton } from './draw-button.tsx';
import type { ModeProps } from './mode.ts';
import '../styles/egg.css';

const crackMs = 400;
const names = ['左边', '中间', '右边'] as const;
const shell = 'M60 4C86 4 112 58 112 96 112 128 90 146 60 146S8 128 8 96C8 58 34 4 60 4Z';
/** Where it breaks, from the left edge to the right. */
const crack = 'L112 84 98 74 86 88 72 74 58 90 44 74 30 88 18 76 0 86';

/** The net of lines round the middle of an egg. */
const net = Array.from({ length: 12 }, (_, at) => {
  const y = 62 + (at % 6) * 10;
  const wave = at < 6 ? 8 : -8;
  let d = `M0 ${y}`;
  for (let x = 0; x < 120; x += 24) d += `q6 ${wave} 12 0t12 0`;
  return d;
});

const Half = ({ id, part }: { id: string; part: 'top' | 'low' }) => (
  <g className={`e-half e-${part}`} clipPath={`url(#${id}-${part})`}>
    <g clipPath={`url(#${id})`}>
      <path d={shell} className="e-shell" />
      <path d="M8 104C30 140 92 138 112 92V150H8Z" className="e-shade" />
      {net.map((d) => (
        <path key={d} d={d} className="e-line" />
      ))}
      <path d="M0 50Q60 60 120 50M0 55Q60 65 120 55M0 118Q60 128 120 118M0 124Q60 134 120 124" className="e-band" />
      <path d="M26 52C30 36 38 26 46 20" className="e-shine" />
    </g>
    <path d={shell} className="e-edge" />
  </g>
);

const Clip = ({ id, d }: { id: string; d: string }) => (
  <clipPath id={id}>
    <path d={d} />
  </clipPath>
);

const EggDrawing = () => {
  const id = useOwnId();
  return (
    <svg viewBox="0 0 120 172" className="e-egg" aria-hidden="true">
      <Clip id={id} d={shell} />
      <Clip id={`${id}-top`} d={`M0 -10H120V84${crack}Z`} />
      <Clip id={`${id}-low`} d={`M0 160H120V84${crack}Z`} />
      <ellipse cx={60} cy={152} rx={54} ry={12} className="e-shadow" />
      <ellipse cx={60} cy={149} rx={52} ry={11} className="e-stand" />
      <Half id={id} part="low" />
      <Half id={id} part="top" />
    </svg>
  );
};

/** Steps of the arrow keys along the eggs. */
const stepOf: Partial<Record<string, number>> = { ArrowLeft: 2, ArrowUp: 2, ArrowRight: 1, ArrowDown: 1 };

/** 砸金蛋: three eggs, one of them chosen. Which one makes no difference, and the page says so. */
export const Egg = ({ handle, isOff, act }: ModeProps) => {
  const row = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(1);
  /** What was done to the chosen one; another can be chosen while it is nothing. */
  const [done, setDone] = useState('');
  useImperativeHandle(handle, () => ({
    reveal: async () => {
      if (!mayMove()) return setDone(' e-open');
      setDone(' e-struck');
      await pause(crackMs);
      setDone(' e-struck e-open');
      return pause(500);
    },
    showEnd: () => setDone(' e-open'),
    reset: () => setDone(''),
  }));
  const choose = (at: number): void => {
    if (!done) setChosen(at);
  };
  const step = (event: KeyboardEvent): void => {
    const by = stepOf[event.key];
    if (!by || done) return;
    event.preventDefault();
    const next = (chosen + by) % names.length;
    choose(next);
    row.current!.querySelectorAll('button')[next]!.focus({ preventScroll: true });
  };
  return (
    <div className={isOff ? 'p-off' : undefined}>
      <div className="panel panel-dotted">
        <div ref={row} className="e-row" role="radiogroup" aria-label="选择一枚金蛋" onKeyDown={step}>
          {names.map((name, at) => (
            <button
              key={name}
              type="button"
              role="radio"
              className={at === chosen ? `e-choice${done}` : 'e-choice'}
              aria-label={`${name}一枚`}
              aria-checked={at === chosen}
              tabIndex={at === chosen ? 0 : -1}
              onClick={() => choose(at)}
            >
              <EggDrawing />
            </button>
          ))}
        </div>
        <p className="e-words">{`已选${names[chosen]!}一枚，三枚中奖机会相同`}</p>
      </div>
      <DrawButton look="p-gold" act={act} />
    </div>
  );
};
