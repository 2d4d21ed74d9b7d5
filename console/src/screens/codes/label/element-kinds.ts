import { Element, Variable, type Paper } from '@zhuiyuan/contract/codes/label/elements';
import Barcode from 'icon:barcode';
import Braces from 'icon:braces';
import Image from 'icon:image';
import Minus from 'icon:minus';
import QrCode from 'icon:qr-code';
import Square from 'icon:square';
import Type from 'icon:type';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { quietMm } from '@zhuiyuan/contract/codes/label/check-mould';
import { freePlace } from './free-place.ts';
import { freeId, toHalf } from './mould-state.ts';

export const kindLabels: Record<Element['kind'], string> = {
  qr: '二维码',
  barcode: '条形码',
  text: '文本',
  variable: '变量',
  image: '图片',
  line: '直线',
  rect: '矩形',
};
export const kindIcons: Record<Element['kind'], IconType> = {
  qr: QrCode,
  barcode: Barcode,
  text: Type,
  variable: Braces,
  image: Image,
  line: Minus,
  rect: Square,
};

/** What a layer is called. */
export const nameOf = (element: Element): string =>
  element.name ||
  (element.kind === 'text'
    ? element.text
    : element.kind === 'variable'
      ? Variable.label(element.variable)
      : kindLabels[element.kind]);

const usual: Record<Element['kind'], object> = {
  qr: { w: 20, h: 20 },
  barcode: { w: 36, h: 10 },
  text: { w: 24, h: 4, size: 8, text: '文本' },
  variable: { w: 28, h: 4, size: 8 },
  image: { w: 10, h: 10 },
  line: { w: 30, h: 0.3 },
  rect: { w: 20, h: 12 },
};

/** Prefixes that usually stand before a value. */
const usualPrefix: Partial<Record<Variable, string>> = {
  spec: '规格 ',
  lotNo: '批次 ',
  produceDate: '生产 ',
  serial: '序号 ',
  pin: '验证码 ',
  boxCode: '箱码 ',
};

/** A new element around a place of the paper, where nothing else lies without one. */
export const newElement = (
  kind: Element['kind'],
  elements: readonly Element[],
  paper: Paper,
  { at, ...more }: { at?: { x: number; y: number }; variable?: Variable; src?: string } = {},
): Element => {
  const size = usual[kind] as { w: number; h: number };
  const w = Math.min(size.w, paper.widthMm);
  const h = Math.min(size.h, paper.heightMm);
  const made = Element.parse({
    ...usual[kind],
    ...more,
    ...(more.variable ? { prefix: usualPrefix[more.variable] ?? '' } : {}),
    kind,
    id: freeId(elements),
    w,
    h,
    x: 0,
    y: 0,
  });
  const place = at
    ? { x: Math.max(0, toHalf(at.x - w / 2)), y: Math.max(0, toHalf(at.y - h / 2)) }
    : freePlace({ w, h, quiet: made.kind === 'qr' ? quietMm(made) : 0 }, elements, paper);
  return { ...made, ...place };
};
