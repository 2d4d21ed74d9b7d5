/** What a poster says: who gives it out, whose code it is, what one does with it. */
export interface PosterText {
  url: string;
  title: string;
  name: string;
  number: string;
  hint: string;
}

const width = 750;
const height = 1040;
const side = 480;
const quiet = 1;
const family = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** The longest beginning of a text that fits, with an ellipsis where something was cut. */
const fitting = (pen: CanvasRenderingContext2D, text: string, most: number): string => {
  if (pen.measureText(text).width <= most) return text;
  let keptText = text;
  while (keptText && pen.measureText(`${keptText}…`).width > most) keptText = keptText.slice(0, -1);
  return `${keptText}…`;
};

/** Draws a poster of 750 × 1040 with its QR code sharp on whole pixels; the code's library loads with the first one. */
export const drawPoster = async ({ url, title, name, number, hint }: PosterText): Promise<HTMLCanvasElement> => {
  const { create } = await import('qrcode');
  const { modules } = create(url, { errorCorrectionLevel: 'Q' });
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const colours = getComputedStyle(document.documentElement);
  const ink = colours.getPropertyValue('--zy-paper-ink').trim();
  pen.fillStyle = colours.getPropertyValue('--zy-paper').trim();
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = ink;
  pen.fillRect(0, 0, width, 16);
  const say = (text: string, y: number, font: string, strength = 1) => {
    pen.font = `${font} ${family}`;
    pen.globalAlpha = strength;
    pen.textAlign = 'center';
    pen.fillText(fitting(pen, text, width - 96), width / 2, y);
    pen.globalAlpha = 1;
  };
  say(title, 104, '500 30px', 0.72);
  say(name, 176, '600 46px');
  const size = Math.floor(side / (modules.size + 2 * quiet));
  const drawn = size * modules.size;
  const left = Math.round((width - drawn) / 2);
  const top = 240 + Math.round((side - drawn) / 2);
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) pen.fillRect(left + column * size, top + row * size, size, size);
  say(hint, 800, '600 36px');
  pen.globalAlpha = 0.12;
  pen.fillRect(48, 872, width - 96, 2);
  pen.globalAlpha = 1;
  say(number, 944, '500 32px', 0.72);
  return canvas;
};

/** Hands a canvas to the browser as a png file. */
export const downloadPng = (canvas: HTMLCanvasElement, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (!blob) return reject(new Error('no picture'));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `${name}.png`;
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      resolve();
    }, 'image/png');
  });
