import type { DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { h } from '../../lib/elements.ts';
import { isWin, prizeWords } from '../lib/amounts.ts';
import { mayMove, pause } from '../lib/moving.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fitWords } from './fit-words.ts';
import type { Game, GameOptions } from './game.ts';
import { scratched } from './scratched.ts';

const breadth = 290;
const height = 172;
const stroke = 26;
const enough = 0.6;
const fadeMs = 200;

/** The golden coat with two sets of wave lines. */
const paintCoat = (canvas: HTMLCanvasElement): void => {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const scale = canvas.width / breadth;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.globalCompositeOperation = 'source-over';
  pen.fillStyle = '#d3a655';
  pen.fillRect(0, 0, breadth, height);
  const lines = (colour: string, shift: number, tilt: number): void => {
    pen.strokeStyle = colour;
    pen.lineWidth = 0.9;
    for (let y = -24; y < height + 24; y += 7) {
      pen.beginPath();
      for (let x = 0; x <= breadth; x += 6) {
        const at = y + tilt * x + 4 * Math.sin(x / 22 + shift + y / 19);
        if (x) pen.lineTo(x, at);
        else pen.moveTo(x, at);
      }
      pen.stroke();
    }
  };
  lines('#b98a3c', 0, 0.05);
  lines('#e3bd77', 2.1, -0.05);
};

/** What lies under the coat. */
const under = ({ tierName, prize }: DrawAnswer): Node[] => {
  const { figure, unit, words } = prizeWords(prize);
  if (!isWin(prize)) return [h('b', { class: 's-blank' }, '很遗憾，未中奖'), h('span', {}, '感谢参与')];
  if (figure)
    return [
      h('span', {}, tierName),
      h('b', {}, `${figure} ${prize.type === PrizeType.cash ? '元' : '积分'}`),
      h('span', {}, prize.type === PrizeType.cash ? '现金红包' : unit),
    ];
  const { lines, size } = fitWords(words, 250, 26);
  return [
    h('span', {}, tierName),
    ...lines.map((line) => h('b', { style: `font-size:${Math.max(16, size)}px` }, line)),
  ];
};

/** 刮刮卡: covered all over; the press draws, then the coat can be scratched off. */
export const scratch = ({ productName }: GameOptions): Game => {
  const button = h('button', { type: 'button', class: 'p-gold' });
  const prize = h('div', { class: 's-prize' });
  const canvas = h('canvas', { class: 's-coat', width: breadth, height, 'aria-hidden': 'true' });
  const hint = h('span', {}, '按下抽奖后即可刮开');
  const told = h('span', { class: 's-told' });
  const field = h('div', { class: 's-field' }, prize, canvas);
  const element = h(
    'div',
    {},
    h(
      'div',
      { class: 'panel' },
      h(
        'div',
        { class: 's-card' },
        h('p', { class: 's-line s-title' }, h('b', {}, '刮刮卡'), h('span', {}, productName)),
        field,
        h('p', { class: 's-line' }, hint, told),
      ),
    ),
    button,
  );
  const cover = (): void => {
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = breadth * ratio;
    canvas.height = height * ratio;
    canvas.classList.remove('s-gone');
    paintCoat(canvas);
    prize.replaceChildren();
    hint.textContent = '按下抽奖后即可刮开';
    told.textContent = '';
  };
  const uncover = (): void => {
    canvas.classList.add('s-gone');
    hint.textContent = '已全部刮开';
    told.textContent = '';
  };
  cover();

  const letScratch = (done: () => void): (() => void) => {
    const share = scratched(breadth, height, stroke);
    let last: { x: number; y: number } | null = null;
    let said = 0;
    const at = ({ clientX, clientY }: PointerEvent): { x: number; y: number } => {
      const box = canvas.getBoundingClientRect();
      return { x: ((clientX - box.left) * breadth) / box.width, y: ((clientY - box.top) * height) / box.height };
    };
    const rub = (event: PointerEvent): void => {
      const pen = canvas.getContext('2d');
      if (!last || !pen) return;
      event.preventDefault();
      const next = at(event);
      pen.globalCompositeOperation = 'destination-out';
      pen.lineWidth = stroke;
      pen.lineCap = 'round';
      pen.beginPath();
      pen.moveTo(last.x, last.y);
      pen.lineTo(next.x, next.y);
      pen.stroke();
      const now = share(last, next);
      last = next;
      const whole = Math.floor(now * 100);
      if (whole !== said) told.textContent = `已刮开 ${(said = whole)}%`;
      if (now >= enough) done();
    };
    const begin = (event: PointerEvent): void => {
      last = at(event);
      canvas.setPointerCapture?.(event.pointerId);
      rub(event);
    };
    const end = (): void => {
      last = null;
    };
    canvas.addEventListener('pointerdown', begin);
    canvas.addEventListener('pointermove', rub);
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    return () => {
      canvas.removeEventListener('pointerdown', begin);
      canvas.removeEventListener('pointermove', rub);
      canvas.removeEventListener('pointerup', end);
      canvas.removeEventListener('pointercancel', end);
    };
  };

  return {
    element,
    button,
    label: '抽奖',
    note: '结果在刮开前已由服务器抽定，刮法不影响结果',
    reveal: async (answer) => {
      prize.replaceChildren(...under(answer));
      if (!mayMove()) return uncover();
      hint.textContent = '滑动刮开涂层';
      told.textContent = '已刮开 0%';
      button.textContent = '全部刮开';
      button.disabled = false;
      button.focus({ preventScroll: true });
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stop();
          button.removeEventListener('click', done);
          resolve();
        };
        const stop = letScratch(done);
        button.addEventListener('click', done);
      });
      button.disabled = true;
      uncover();
      await pause(fadeMs + 500);
    },
    showEnd: (answer) => {
      prize.replaceChildren(...under(answer));
      uncover();
    },
    reset: cover,
  };
};
