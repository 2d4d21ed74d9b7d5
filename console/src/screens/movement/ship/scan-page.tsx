import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { deliverApi, type Deliver } from '@zhuiyuan/contract/movement/document/deliver';
import { Button, Segmented, Skeleton, Switch } from 'antd';
import Undo2 from 'icon:undo-2';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDirty } from '../../../lib/use-dirty.ts';
import { useRead } from '../../../lib/use-read.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { readCodes } from '../../../parts/pickers/read-codes.ts';
import { ScanBox, type ScanBoxHandle } from '../../../parts/pickers/scan-box.tsx';
import { HeadForm } from './head-form.tsx';
import { HeadStrip, useEndNames } from './head-strip.tsx';
import { MoreScans } from './more-scans.tsx';
import type { Head } from './scan-draft.ts';
import { ScanFoot } from './scan-foot.tsx';
import { isOpenRun, type Segment } from './scan-rows.ts';
import { ScanSums } from './scan-sums.tsx';
import { ScanTable } from './scan-table.tsx';
import { useShipPage } from './use-ship-page.ts';
import '../lines.css';
import './scan.css';

const segments = [
  { value: 'auto', label: '自动' },
  { value: 'item', label: '单码' },
  { value: 'box', label: '箱码' },
  { value: 'range', label: '号段' },
] as const;

interface Place {
  /** Names the draft of this place. */
  name: string;
  isReturn: boolean;
  segment: Segment;
}

const Work = ({ place, doc, begin }: { place: Place; doc?: Deliver; begin: Partial<Head> }) => {
  const [segment, setSegment] = useState<Segment>(place.segment);
  // An order says all that has to be said.
  const page = useShipPage(place.name, doc, begin.orderId ? (begin as Head) : undefined);
  const { head, rows, offered, isOffline } = page;
  const [opening, setOpening] = useState(head || doc ? 0 : 1);
  const isEditing = opening > 0;
  const scanBox = useRef<ScanBoxHandle>(null);
  const focus = () => scanBox.current?.focus();
  const names = useEndNames(page);
  const openRun = rows.findLast(isOpenRun);
  const isReady = (head !== undefined || doc !== undefined) && !isEditing && !offered;
  useDirty(rows.length > 0, '已扫描的编码还没有提交，它们会保存在本机。确定关闭？');
  // What a memoised row calls stays the same, and does what holds when it is called.
  const latest = useRef(page);
  useEffect(() => {
    latest.current = page;
  });
  const acts = useMemo(
    () => ({
      remove: (key: number) => latest.current.remove(key),
      restore: (key: number) => latest.current.restore(key),
      drop: (key: number) => latest.current.drop(key),
    }),
    [],
  );
  const what = segment === 'item' ? '产品码' : segment === 'box' ? '箱码' : segment === 'range' ? '号段的首码' : '编码';
  const label = openRun ? `扫描第 ${openRun.key} 行的尾码` : `扫描${what}`;
  const waiting = offered ? '先继续或丢弃上次的扫描' : '请选择收货方';
  const resume = () => {
    page.resume();
    if (doc || offered?.head) setOpening(0);
  };
  const submit = () => void page.submit(names.to).then(focus);
  return (
    <div className="zy-ship">
      {offered && (
        <NoticeBar
          tone="wait"
          link={{ text: '继续', run: resume }}
          aside={
            <button type="button" className="zy-link" onClick={page.forget}>
              丢弃
            </button>
          }
        >
          上次扫描了 {countText(offered.rows.length)} 行还没有提交，{offered.savedAt} 保存在本机
        </NoticeBar>
      )}
      {isEditing ? (
        <HeadForm
          key={opening}
          head={head ?? begin}
          isReturn={place.isReturn}
          round={opening}
          take={(next) => {
            page.setHead({ ...next, splits: head?.splits ?? false });
            setOpening(0);
          }}
          cancel={head ? () => setOpening(0) : undefined}
        />
      ) : (
        <HeadStrip page={page} isReturn={place.isReturn} change={() => setOpening(1)} />
      )}
      <div className="zy-ship-panes">
        <section className="sheet zy-ship-work" aria-label="扫码">
          <div className="zy-ship-bar">
            <Segmented<Segment>
              aria-label="扫码方式"
              size="large"
              options={[...segments]}
              value={segment}
              onChange={(next) => {
                setSegment(next);
                focus();
              }}
            />
            <ScanBox
              ref={scanBox}
              label={label}
              placeholder={isReady ? label : waiting}
              disabled={!isReady}
              note={
                isOffline
                  ? '网络异常，恢复后接着核对'
                  : page.sums.counts.asking > (openRun ? 1 : 0)
                    ? `核对中 ${page.sums.counts.asking}`
                    : 'Enter'
              }
              keys={{
                F8: page.takeBack,
                Escape: () => openRun && page.drop(openRun.key),
                'Ctrl+Enter': submit,
              }}
              take={(typed) => page.scan(readCodes(typed).codes, segment)}
            />
            <Button
              size="large"
              icon={<Undo2 size={16} strokeWidth={1.6} />}
              disabled={!isReady || rows.length === 0}
              onClick={() => {
                page.takeBack();
                focus();
              }}
            >
              撤回上一个
            </Button>
            <MoreScans page={page} segment={segment} disabled={!isReady} />
            {!doc && !place.isReturn && (
              <label className="zy-ship-split">
                <Switch
                  checked={Boolean(head?.splits)}
                  disabled={!head}
                  onChange={(splits) => {
                    if (head) page.setHead({ ...head, splits });
                    focus();
                  }}
                />
                拆零发货
              </label>
            )}
          </div>
          <ScanTable page={page} acts={acts} />
        </section>
        <ScanSums page={page} />
      </div>
      <ScanFoot page={page} isReturn={place.isReturn} isReady={isReady} submit={submit} />
    </div>
  );
};

const usualHead = (isReturn: boolean): Partial<Head> =>
  isReturn
    ? { bizType: BizType.takeBack, fromKind: Holder.agent, toKind: Holder.firm }
    : { bizType: BizType.ship, fromKind: Holder.firm, toKind: Holder.agent };

/** The scan page of 单码发货, 箱码发货, 批量发货 and 退货: for a new document, or one that is appended to. */
const ScanPage = ({ name, segment, isReturn = false }: { name: string; segment: Segment; isReturn?: boolean }) => {
  const [search] = useSearchParams();
  const appended = Number(search.get('deliverId')) || undefined;
  const returned = Number(search.get('of')) || undefined;
  const orderId = Number(search.get('orderId')) || undefined;
  const id = appended ?? returned;
  const { data: doc, error, refetch } = useRead(deliverApi.info, id ? { id } : undefined);
  const { data: orders, isFetched } = useRead(needOrderApi.open, orderId ? { id: orderId } : undefined);
  const order = orders?.[0];
  if (id && error && !doc)
    return (
      <section className="sheet page-fill">
        <Failed title="发货单没有加载出来" error={error} retry={() => void refetch()} />
      </section>
    );
  if ((id && !doc) || (orderId && !isFetched))
    return (
      <section className="sheet zy-deliver-bones">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </section>
    );
  const begin: Partial<Head> =
    doc && returned
      ? {
          ...usualHead(true),
          firmId: doc.firmId,
          fromKind: doc.toKind,
          fromId: doc.toId,
          toKind: doc.fromKind,
          toId: doc.fromId,
        }
      : order
        ? {
            ...usualHead(false),
            firmId: order.firmId,
            fromKind: order.supplierKind as Head['fromKind'],
            fromId: order.supplierId,
            toId: order.agentId,
            orderId: order.id,
          }
        : usualHead(isReturn);
  const place = {
    name: appended ? `append:${appended}` : name,
    isReturn,
    segment: appended ? ('auto' as const) : segment,
  };
  return (
    <Work
      key={`${place.name} ${returned ?? ''} ${orderId ?? ''}`}
      place={place}
      doc={appended ? doc : undefined}
      begin={begin}
    />
  );
};

/** 单码发货: products by themselves. */
export const AloneShip = () => <ScanPage name="alone" segment="item" />;

/** 箱码发货. */
export const BoxShip = () => <ScanPage name="box" segment="box" />;

/** 批量发货: runs of codes, lists and files. */
export const BatchShip = () => <ScanPage name="batch" segment="range" />;

/** 退货: goods that were signed for go back to where they came from. */
export const TakeBack = () => <ScanPage name="return" segment="auto" isReturn />;
