import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { drawQr } from './qr.tsx';
import './labels.css';

/** What stands on a label. */
interface Lettering {
  /** Names it among those printed with it; copies have one each. */
  key: string;
  code: string;
  url: string;
  storeName: string;
  /** Under the product, a line each; empty ones are left out. */
  lines: readonly string[];
}

/** A label with its QR code as a path. */
export interface DrawnLabel extends Lettering {
  qr: { size: number; path: string };
}

/** Draws the QR code of each label. */
export const drawLabels = (labels: readonly Lettering[]): Promise<DrawnLabel[]> =>
  Promise.all(labels.map(async (label) => ({ ...label, qr: await drawQr(label.url) })));

/** One label: its QR code, product, lines and code; the same on screen and on paper. */
export const LabelFace = ({ label, mould, isColoured }: { label: DrawnLabel; mould: number; isColoured: boolean }) => (
  <div className={`zy-label zy-label-${mould}${isColoured ? ' zy-label-coloured' : ''}`}>
    <svg viewBox={`0 0 ${label.qr.size} ${label.qr.size}`} shapeRendering="crispEdges" role="img" aria-label="二维码">
      <path d={label.qr.path} fill="#000" />
    </svg>
    <div>
      <b>{label.storeName || '扫码查真伪'}</b>
      {label.lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
    <code>{groupCode(label.code)}</code>
  </div>
);
