import { useImperativeHandle, useState } from 'react';
import { mayMove, pause } from '../lib/moving.ts';
import { DrawButton } from './draw-button.tsx';
import type { ModeProps } from './mode.ts';
import '../styles/direct.css';

const openMs = 400;

const Envelope = ({ isOpen }: { isOpen: boolean }) => (
  <svg viewBox="0 0 200 240" className={isOpen ? 'd-envelope d-open' : 'd-envelope'} aria-hidden="true">
    <rect x={14} y={34} width={172} height={196} rx={12} className="d-body" />
    <rect x={34} y={44} width={132} height={150} rx={8} className="d-paper" />
    <path d="M14 118Q100 176 186 118V218a12 12 0 0 1-12 12H26a12 12 0 0 1-12-12Z" className="d-front" />
    <path d="M14 132Q100 190 186 132" className="d-line" />
    <g className="d-flap">
      <path d="M14 46a12 12 0 0 1 12-12H174a12 12 0 0 1 12 12V118Q100 184 14 118Z" className="d-lid" />
      <path d="M24 112Q100 170 176 112" className="d-line" />
      <circle cx={100} cy={148} r={27} className="d-seal" />
      <circle cx={100} cy={148} r={21} className="d-ring" />
      <text x={100} y={156} className="d-mark">
        奖
      </text>
    </g>
  </svg>
);

/** 扫码直抽: one sealed envelope and a button. */
export const Direct = ({ handle, isOff, act }: ModeProps) => {
  const [isOpen, setOpen] = useState(false);
  useImperativeHandle(handle, () => ({
    reveal: async () => {
      setOpen(true);
      if (mayMove()) await pause(openMs + 200);
    },
    showEnd: () => setOpen(true),
    reset: () => setOpen(false),
  }));
  return (
    <div className={isOff ? 'p-off' : ''}>
      <div className="panel panel-dotted d-panel">
        <Envelope isOpen={isOpen} />
        <p className="e-words">点下方按钮拆开，结果由服务器抽定</p>
      </div>
      <DrawButton look="p-gold" act={act} />
    </div>
  );
};
