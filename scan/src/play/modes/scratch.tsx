import type { DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { isWin, prizeWords } from '../lib/amounts.ts';
import { mayMove, pause } from '../lib/moving.ts';
import { breadth, coverWith, height, letScratch } from './coat.ts';
import { DrawButton } from './draw-button.tsx';
import { fitWords } from './fit-words.ts';
import type { DrawAct, ModeProps } from './mode.ts';
import '../styles/scratch.css';

const fadeMs = 200;

/** How a card stands: covered, being rubbed until `done`, while its coat fades, or bare. */
type Card =
  | { state: 'covered' }
  | { state: 'rubbed'; answer: DrawAnswer; done: () => void }
  | { state: 'fading' | 'bare'; answer: DrawAnswer };

const hints: Record<Card['state'], string> = {
  covered: '按下抽奖后即可刮开',
  rubbed: '滑动刮开涂层',
  fading: '已全部刮开',
  bare: '已全部刮开',
};

/** What lies under the coat. */
const Under = ({ answer: { tierName, prize } }: { answer: DrawAnswer }) => {
  const { figure, unit, words } = prizeWords(prize);
  if (!isWin(prize))
    return (
      <>
        <b className="s-blank">很遗憾，未中奖</b>
        <span>感谢参与</span>
      </>
    );
  if (figure)
    return (
      <>
        <span>{tierName}</span>
        <b>{`${figure} ${prize.type === PrizeType.cash ? '元' : '积分'}`}</b>
        <span>{prize.type === PrizeType.cash ? '现金红包' : unit}</span>
      </>
    );
  const { lines, size } = fitWords(words, 250, 26);
  return (
    <>
      <span>{tierName}</span>
      {lines.map((line) => (
        <b key={line} style={{ fontSize: Math.max(16, size) }}>
          {line}
        </b>
      ))}
    </>
  );
};

/** While it is rubbed the button takes the rest off. */
const actOn = (card: Card, act: DrawAct): DrawAct => {
  if (card.state === 'rubbed') return { ...act, words: '全部刮开', isDisabled: false, press: card.done };
  return card.state === 'fading' ? { ...act, words: '全部刮开', isDisabled: true } : act;
};

/** 刮刮卡: covered all over; the press draws, then the coat can be scratched off. */
export const Scratch = ({ handle, productName, isOff, act }: ModeProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [card, setCard] = useState<Card>({ state: 'covered' });
  const [percent, setPercent] = useState(0);
  const { field } = act;

  useLayoutEffect(() => coverWith(canvas.current!), []);
  useLayoutEffect(() => {
    if (card.state !== 'rubbed') return undefined;
    field.current!.focus({ preventScroll: true });
    return letScratch(canvas.current!, setPercent, card.done);
  }, [card, field]);
  useImperativeHandle(handle, () => ({
    reveal: async (answer) => {
      if (!mayMove()) return setCard({ state: 'bare', answer });
      setPercent(0);
      await new Promise<void>((done) => setCard({ state: 'rubbed', answer, done }));
      setCard({ state: 'fading', answer });
      await pause(fadeMs + 500);
      setCard({ state: 'bare', answer });
    },
    showEnd: (answer) => setCard({ state: 'bare', answer }),
    reset: () => {
      coverWith(canvas.current!);
      setCard({ state: 'covered' });
    },
  }));

  const isGone = card.state === 'fading' || card.state === 'bare';
  return (
    <div className={isOff ? 'p-off' : ''}>
      <div className="panel">
        <div className="s-card">
          <p className="s-line s-title">
            <b>刮刮卡</b>
            <span>{productName}</span>
          </p>
          <div className="s-field">
            <div className="s-prize">{card.state !== 'covered' && <Under answer={card.answer} />}</div>
            <canvas
              ref={canvas}
              className={isGone ? 's-coat s-gone' : 's-coat'}
              width={breadth}
              height={height}
              aria-hidden="true"
            />
          </div>
          <p className="s-line">
            <span>{hints[card.state]}</span>
            <span className="s-told">{card.state === 'rubbed' && `已刮开 ${percent}%`}</span>
          </p>
        </div>
      </div>
      <DrawButton look="p-gold" act={actOn(card, act)} />
    </div>
  );
};
