import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostChildren } from '@zhuiyuan/contract/packing/packing';
import { InputNumber, Switch } from 'antd';
import type { ReactNode } from 'react';
import { confirm } from '../../../lib/toast.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { lotChoices, productChoices, useLots, useProduct, useProducts } from '../../../parts/pickers/use-choices.ts';
import type { StationWork } from './use-station.ts';

const Line = ({ label, help, children }: { label: string; help?: string; children: ReactNode }) => (
  <div className="zy-station-line">
    <span>
      {label}
      {help && <small>{help}</small>}
    </span>
    {children}
  </div>
);

/** 工位设置: what is packed here, and how. Applies at once; it is kept in this browser. */
export const StationSettings = ({
  asks,
  work,
  isOpen,
  hasPending,
  close,
  save,
}: {
  asks: 0 | 1;
  work: StationWork;
  isOpen: boolean;
  /** Codes that were scanned and not submitted. */
  hasPending: boolean;
  close: () => void;
  save: (work: StationWork) => void;
}) => {
  const products = useProducts();
  const product = useProduct(work.productId);
  const ratio = (asks === Level.item ? product?.boxNum : product?.caseNum) || null;
  const lots = useLots(work.productId);
  const change = async (next: Partial<StationWork>) => {
    if (hasPending && !(await confirm({ text: '有已扫描还没有提交的编码，确定更改工位设置？', saysCancelled: false })))
      return;
    save({ ...work, ...next });
  };
  return (
    <SideDrawer isOpen={isOpen} close={close} title="工位设置" width={480}>
      <div className="zy-station-settings">
        <Line label="产品" help="选定后按产品的包装比例装箱">
          <ChoiceSelect<number>
            from={productChoices(products)}
            className="zy-full"
            aria-label="产品"
            placeholder="不限产品"
            allowClear
            value={work.productId}
            onChange={(productId) => void change({ productId, lotId: undefined })}
          />
        </Line>
        <Line label="批次" help="未启用的码装箱时启用到此批次">
          <ChoiceSelect<number>
            from={lotChoices(lots)}
            className="zy-full"
            aria-label="批次"
            placeholder={work.productId ? '不启用' : '先选择产品'}
            disabled={!work.productId}
            allowClear
            value={work.lotId}
            onChange={(lotId) => void change({ lotId })}
          />
        </Line>
        <Line label="容量" help={work.productId === undefined ? '不限产品时使用' : '按产品的包装比例'}>
          <InputNumber
            aria-label="容量"
            min={1}
            max={mostChildren}
            precision={0}
            disabled={work.productId !== undefined}
            value={work.productId === undefined ? (work.capacity ?? null) : ratio}
            onChange={(capacity) => void change({ capacity: capacity ?? undefined })}
          />
        </Line>
        <Line label="满箱自动提交">
          <Switch
            aria-label="满箱自动提交"
            checked={work.submitsFull}
            onChange={(submitsFull) => void change({ submitsFull })}
          />
        </Line>
        {asks === Level.box && (
          <Line label="允许未满" help="没有装满的小箱也可以装入大箱">
            <Switch
              aria-label="允许未满"
              checked={work.allowUnfull}
              onChange={(allowUnfull) => void change({ allowUnfull })}
            />
          </Line>
        )}
        <Line label="声音提示" help="成功一声，失败两声">
          <Switch aria-label="声音提示" checked={work.hasSound} onChange={(hasSound) => void change({ hasSound })} />
        </Line>
      </div>
    </SideDrawer>
  );
};
