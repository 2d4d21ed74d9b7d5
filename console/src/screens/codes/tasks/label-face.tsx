import { groupCode } from '@zhuiyuan/contract/codes/code-format';
import type { Label } from '@zhuiyuan/contract/codes/task';

/** Sizes of label paper, in millimetres. */
export const labelSizes = [
  { value: '40x30', label: '40×30 mm' },
  { value: '50x30', label: '50×30 mm' },
  { value: '60x40', label: '60×40 mm' },
] as const satisfies { value: string; label: string }[];
export type LabelSize = (typeof labelSizes)[number]['value'];

/** A label with its QR code as a path. */
export interface DrawnLabel extends Label {
  storeName: string;
  spec: string;
  lotNo: string;
  qr: { size: number; path: string };
}

/** One label: its QR code, product, lot, code, and the verify code where it has one; the same on screen and on paper. */
export const LabelFace = ({ label, size, isColoured }: { label: DrawnLabel; size: LabelSize; isColoured: boolean }) => (
  <div className={`zy-label zy-label-${size}${isColoured ? ' zy-label-coloured' : ''}`}>
    <svg viewBox={`0 0 ${label.qr.size} ${label.qr.size}`} shapeRendering="crispEdges" role="img" aria-label="二维码">
      <path d={label.qr.path} fill="#000" />
    </svg>
    <div>
      <b>{label.storeName || '扫码查真伪'}</b>
      {label.spec && <span>{label.spec}</span>}
      {label.lotNo && <span>批号 {label.lotNo}</span>}
      {label.pin && <span>验证码 {label.pin}</span>}
    </div>
    <code>{groupCode(label.code)}</code>
  </div>
);
