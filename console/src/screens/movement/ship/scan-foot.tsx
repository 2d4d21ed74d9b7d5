import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Dot } from '../../../parts/format/tag.tsx';
import type { ShipPage } from './use-ship-page.ts';

const lostText = ({ counts, badItems, cutCodes, cutLoose, cutItems }: ShipPage['sums']): string =>
  [
    counts.bad > 0 && `${countText(counts.bad)} 行异常${badItems > 0 ? ` ${countText(badItems)} 件` : ''}`,
    cutCodes > 0 &&
      `剔除 ${countText(cutCodes)} ${cutLoose > 0 ? '个码' : '箱'}${cutItems > 0 ? ` ${countText(cutItems)} 件` : ''}`,
  ]
    .filter(Boolean)
    .join('、');

/** The bar below: what will not ship, what is to be known, where the draft is kept, and the way on. */
export const ScanFoot = ({
  page,
  isReturn,
  isReady,
  submit,
}: {
  page: ShipPage;
  isReturn: boolean;
  isReady: boolean;
  submit: () => void;
}) => {
  const { sums, rows, savedAt, isBusy, said } = page;
  const go = useRef<HTMLButtonElement>(null);
  const wasRemoved = useRef(false);
  const lost = lostText(sums);
  const hasBad = sums.counts.bad > 0;
  const nothing = sums.counts.good + sums.counts.warned === 0;
  useEffect(() => {
    if (!wasRemoved.current || hasBad) return;
    wasRemoved.current = false;
    go.current?.focus();
  }, [hasBad]);
  return (
    <footer className="zy-ship-foot">
      {said && <NoticeBar tone="bad">{said}</NoticeBar>}
      <div>
        <p role="status">
          {lost && <Dot tone="bad">{lost}，不会发出</Dot>}
          {sums.counts.warned > 0 && <Dot tone="wait">{countText(sums.counts.warned)} 行提醒</Dot>}
          {savedAt && <span>扫描记录已保存在本机 {savedAt}</span>}
        </p>
        <Button disabled={rows.length === 0 || isBusy} onClick={() => void page.clear()}>
          清空
        </Button>
        <Button
          ref={go}
          type={hasBad ? 'default' : 'primary'}
          loading={isBusy}
          disabled={!isReady || hasBad || nothing}
          onClick={submit}
        >
          {isReturn ? '提交退货' : '提交发货'}
        </Button>
        {hasBad && (
          <Button
            type="primary"
            onClick={() => {
              wasRemoved.current = true;
              page.removeBad();
            }}
          >
            移除异常并继续
          </Button>
        )}
      </div>
    </footer>
  );
};
