import type { LucideIcon } from 'lucide-react';
import {
  ArrowLeftRight,
  Ban,
  CirclePlay,
  Download,
  History,
  Package,
  PackageCheck,
  PackageOpen,
  QrCode,
  Replace,
  Route,
  ScanLine,
  Snowflake,
  Sun,
  Truck,
  Undo2,
  Upload,
} from 'lucide-react';
import type { TimelineEvent } from '@zhuiyuan/contract/codes/lookup/identity';

/** Icon of each operation, by the label its enumeration gives it. */
const ofOperation: Record<string, LucideIcon> = {
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
export const happeningIcon = ({ kind, title }: TimelineEvent): LucideIcon => {
  if (kind === 'scan') return ScanLine;
  return kind === 'issue' ? QrCode : (ofOperation[title] ?? History);
};
