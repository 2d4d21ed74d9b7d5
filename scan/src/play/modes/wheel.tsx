import type { Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useImperativeHandle, useState } from 'react';
import { slotWords } from '../lib/amounts.ts';
import { mayMove, pause } from '../lib/moving.ts';
import { DrawButton } from './draw-button.tsx';
import { fitWords } from './fit-words.ts';
import { placeOf, type ModeProps, type Slots } from './mode.ts';
import '../styles/wheel.css';

const spinMs = 4000;
const rounds = 5;
const edge = 150;
const wordsAt = 110;

const point = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

/** Colour of a sector: no two beside each other have the same, also where their number is odd. */
const fillOf = (at: number, count: number): string => {
  if (at % 2) return '#f8e7c6';
  return at === count - 1 && count % 2 ? '#fcf1da' : '#fff9ee';
};

const Words = ({ slot, width }: { slot: Slot; width: number }) => {
  /** Chord of a sector where its words stand, with some air. */
  const room = Math.min(96, 2 * wordsAt * Math.tan(((width / 2) * Math.PI) / 180) - 12);
  const { lines, size } = fitWords(slotWords(slot).words, room, 16.5);
  return lines.map((line, row) => (
    <text key={line} x={0} y={-wordsAt + 6 + (row - (lines.length - 1) / 2) * (size + 3)} fontSize={size}>
      {line}
    </text>
  ));
};

/** How far the disc has been turned; null before it ever was. */
interface Turn {
  degrees: number | null;
  isSpinning: boolean;
}

const Disc = ({ slots, turn: { degrees, isSpinning } }: { slots: Slots; turn: Turn }) => {
  const width = 360 / slots.length;
  const sectors = slots.map((slot, at) => ({ slot, angle: at * width, fill: fillOf(at, slots.length) }));
  return (
    <svg
      viewBox="-150 -150 300 300"
      className={isSpinning ? 'w-disc w-spinning' : 'w-disc'}
      aria-hidden="true"
      style={{ transform: degrees === null ? undefined : `rotate(${degrees}deg)` }}
    >
      {sectors.map(({ angle, fill }) => (
        <path
          key={angle}
          d={`M0 0L${point(edge, angle - width / 2)}A${edge} ${edge} 0 0 1 ${point(edge, angle + width / 2)}Z`}
          fill={fill}
          className="w-sector"
        />
      ))}
      {sectors.map(({ slot, angle }) => (
        <g
          key={angle}
          transform={`rotate(${angle})`}
          className={slot.prizeType === PrizeType.none ? 'w-words w-blank' : 'w-words'}
        >
          <Words slot={slot} width={width} />
        </g>
      ))}
    </svg>
  );
};

/** 大转盘: six to twelve sectors, the first of them under the pointer, the others clockwise. */
export const Wheel = ({ handle, slots, isOff, act }: ModeProps) => {
  const [turn, setTurn] = useState<Turn>({ degrees: null, isSpinning: false });
  const turnTo = (place: number, full: number): void =>
    setTurn(({ degrees }) => ({
      degrees: (Math.floor((degrees ?? 0) / 360) + full) * 360 - (place * 360) / slots.length,
      isSpinning: full > 0,
    }));
  useImperativeHandle(handle, () => ({
    reveal: async (answer) => {
      const place = placeOf(answer, slots);
      if (place < 0) return;
      if (!mayMove()) return turnTo(place, 0);
      turnTo(place, rounds + 1);
      await pause(spinMs);
      setTurn(({ degrees }) => ({ degrees, isSpinning: false }));
      await pause(300);
    },
    showEnd: (answer) => {
      const place = placeOf(answer, slots);
      if (place >= 0) turnTo(place, 0);
    },
    reset: () => undefined,
  }));
  return (
    <div className={isOff ? 'w-wheel p-off' : 'w-wheel'}>
      <div className="w-rim" aria-hidden="true" />
      <Disc slots={slots} turn={turn} />
      <div className="w-pointer" aria-hidden="true" />
      <DrawButton look="w-hub" act={act} />
    </div>
  );
};
