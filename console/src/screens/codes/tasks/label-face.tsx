import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { Label } from '@zhuiyuan/contract/codes/tasks/task';

/** A label with its QR code as a path. */
export interface DrawnLabel extends Label {
  storeName: string;
  spec: string;
  lotNo: string;
  qr: { size: number; path: string };
}

/** One label: its QR code, product, lot, code, and the verify code where it has one; the same on screen and on paper. */
export const LabelFace = ({ label, mould, isColoured }: { label: DrawnLabel; mould: number; isColoured: boolean }) => (
  <div className={`zy-label zy-label-${mould}${isColoured ? ' zy-label-coloured' : ''}`}>
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
