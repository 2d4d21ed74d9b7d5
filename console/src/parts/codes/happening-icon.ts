import type { IconType } from '../icon/make-icon.tsx';
import ArrowLeftRight from 'icon:arrow-left-right';
import Ban from 'icon:ban';
import CirclePlay from 'icon:circle-play';
import Download from 'icon:download';
import History from 'icon:history';
import Package from 'icon:package';
import PackageCheck from 'icon:package-check';
import PackageOpen from 'icon:package-open';
import QrCode from 'icon:qr-code';
import Replace from 'icon:replace';
import Route from 'icon:route';
import ScanLine from 'icon:scan-line';
import Snowflake from 'icon:snowflake';
import Sun from 'icon:sun';
import Truck from 'icon:truck';
import Undo2 from 'icon:undo-2';
import Upload from 'icon:upload';
import type { TimelineEvent } from '@zhuiyuan/contract/codes/lookup/identity';

/** Icon of each operation, by the label its enumeration gives it. */
const ofOperation: Record<string, IconType> = {
  启用: CirclePlay,
  改绑: Replace,
  作废: Ban,
  冻结: Snowflake,
  解冻: Sun,
  装箱: Package,
  拆箱: PackageOpen,
  换码: ArrowLeftRight,
  发货: Truck,
  撤销发货: Undo2,
  签收: PackageCheck,
  退货: Undo2,
  调拨: ArrowLeftRight,
  渠道变更: Route,
  导入码: Upload,
  导出码: Download,
  撤销启用: Undo2,
};

/** The mark of an event in a code's life. */
export const happeningIcon = ({ kind, title }: TimelineEvent): IconType => {
  if (kind === 'scan') return ScanLine;
  return kind === 'issue' ? QrCode : (ofOperation[title] ?? History);
};
