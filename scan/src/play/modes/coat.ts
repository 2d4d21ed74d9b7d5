import { scratched } from './scratched.ts';

export const breadth = 290;
export const height = 172;
const stroke = 26;
const enough = 0.6;

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

/** Covers a card all over, as finely as the screen shows it. */
export const coverWith = (canvas: HTMLCanvasElement): void => {
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = breadth * ratio;
  canvas.height = height * ratio;
  paintCoat(canvas);
};

/** Lets the coat be rubbed off: tells each further percent, and when enough is gone. Answers what ends it. */
export const letScratch = (
  canvas: HTMLCanvasElement,
  tell: (percent: number) => void,
  done: () => void,
): (() => void) => {
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
    if (whole !== said) tell((said = whole));
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
  const listening = Object.entries({ pointerdown: begin, pointermove: rub, pointerup: end, pointercancel: end });
  for (const [name, hear] of listening) canvas.addEventListener(name, hear as (event: Event) => void);
  return () => {
    for (const [name, hear] of listening) canvas.removeEventListener(name, hear as (event: Event) => void);
  };
};
