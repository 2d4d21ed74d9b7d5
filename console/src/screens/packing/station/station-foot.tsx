import { mostChildren } from '@zhuiyuan/contract/packing/packing';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button } from 'antd';
import Undo2 from 'icon:undo-2';
import type { RefObject } from 'react';
import { readCodes } from '../../../parts/pickers/read-codes.ts';
import { ScanBox, type ScanBoxHandle } from '../../../parts/pickers/scan-box.tsx';
import { packedUnit } from './packed-unit.ts';
import type { useStation } from './use-station.ts';

/** Where a station is scanned into, and what is done with what was scanned; after each act the scan box has the focus again. */
export const StationFoot = ({
  ref,
  asks,
  station,
  nth,
}: {
  ref: RefObject<ScanBoxHandle | null>;
  asks: 0 | 1;
  station: ReturnType<typeof useStation>;
  nth: number;
}) => {
  const { box, waiting, queued, isBusy } = station;
  const bad = waiting.filter(({ error }) => error);
  const unit = packedUnit(asks);
  const label = box ? `扫描第 ${nth} ${unit}${asks === Level.item ? '产品码' : '小箱码'}` : '扫描箱码';
  const focus = () => ref.current?.focus();
  const take = (typed: string) => {
    for (const code of readCodes(typed).codes.slice(0, mostChildren)) station.scan(code);
  };
  return (
    <footer>
      <ScanBox
        ref={ref}
        label={label}
        note={queued > 0 ? `待处理 ${queued}` : undefined}
        keys={{ F7: () => void station.clear(), F8: station.takeBack, F9: () => void station.submit() }}
        take={take}
      />
      <Button
        size="large"
        icon={<Undo2 size={16} strokeWidth={1.6} />}
        disabled={waiting.length === 0}
        onClick={() => {
          station.takeBack();
          focus();
        }}
      >
        撤回{waiting.length > 0 && `第 ${nth - 1} ${unit}`} <kbd>F8</kbd>
      </Button>
      <Button size="large" disabled={!box} onClick={() => void station.clear().then(focus)}>
        换一箱 <kbd>F7</kbd>
      </Button>
      <Button size="large" disabled={waiting.length === 0} onClick={() => void station.empty().then(focus)}>
        清空
      </Button>
      {bad.length > 0 ? (
        <Button
          size="large"
          danger
          onClick={() => {
            for (const { codeId } of bad) station.remove(codeId);
            focus();
          }}
        >
          移除异常 {bad.length}
        </Button>
      ) : (
        <Button
          size="large"
          type="primary"
          loading={isBusy}
          disabled={waiting.length === 0}
          onClick={() => void station.submit().then(focus)}
        >
          提交装箱 <kbd>F9</kbd>
        </Button>
      )}
    </footer>
  );
};
