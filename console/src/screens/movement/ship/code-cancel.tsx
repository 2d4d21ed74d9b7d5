import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { deliverApi, type RecentCancel } from '@zhuiyuan/contract/movement/document/deliver';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { Button, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, noAnswer } from '../../../lib/api-error.ts';
import { deliverPage } from '../../../lib/object-addresses.ts';
import { useDirty } from '../../../lib/use-dirty.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet, SheetHead } from '../../../parts/frame/sheet.tsx';
import { cell, count, text, time, type Column } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { readCodes } from '../../../parts/pickers/read-codes.ts';
import { ScanBox, type ScanBoxHandle } from '../../../parts/pickers/scan-box.tsx';
import { contentKey } from '../../../lib/new-key.ts';
import { deliverChanges } from '../deliver-changes.ts';
import { CancelRows } from './cancel-rows.tsx';
import { useCancelScan } from './use-cancel-scan.ts';
import '../lines.css';
import './scan.css';

const DocumentLink = ({ id, children }: { id: number; children: string }) =>
  useMay()(deliverApi.info.may) ? (
    <Link className="zy-mono" to={deliverPage(id)}>
      {children}
    </Link>
  ) : (
    <span className="zy-mono">{children}</span>
  );

const recentColumns: Column<RecentCancel>[] = [
  time('at', '时间', { seconds: true }),
  cell('codeText', '编码', (row) => <span className="zy-mono">{row.codeText}</span>, { width: 300 }),
  count('itemQty', '件数', { width: 80 }),
  cell('deliverNo', '发货单号', (row) => <DocumentLink id={row.deliverId}>{row.deliverNo}</DocumentLink>, {
    width: 168,
  }),
  text('toName', '收货方', { width: 160 }),
  text('reason', '撤销原因', { width: 180 }),
  text('operatorName', '操作人', { width: 96 }),
];

const Recent = ({ isBox }: { isBox: boolean }) => {
  // Asked for a box, the server answers boxes of both levels.
  const { data, isPending } = useRead(deliverApi.recentCancels, { level: isBox ? Level.box : Level.item });
  return (
    <Sheet title="最近撤销" isFlush>
      <PlainTable
        columns={recentColumns}
        rows={data ?? []}
        keyOf={(row) => row.id}
        empty={isPending ? '加载中' : '撤销过的编码会列在这里'}
      />
    </Sheet>
  );
};

/** 单码撤销, 箱码撤销: codes are scanned, each shows by which document it was shipped, and all are taken back at once. */
const CodeCancel = ({ isBox }: { isBox: boolean }) => {
  const work = useCancelScan(isBox);
  const [reason, setReason] = useState('');
  const why = useRef<InputRef>(null);
  const scanBox = useRef<ScanBoxHandle>(null);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [keyOf] = useState(contentKey);
  const endpoint = isBox ? shipApi.boxCancel : shipApi.aloneCancel;
  const cancel = useAct(endpoint, { done: '', refresh: deliverChanges, quiet: true });
  const good = work.rows.filter(({ answer }) => answer?.errCode === 0);
  const bad = work.rows.filter(({ answer }) => answer && answer.errCode !== 0);
  const isReady = good.length > 0 && good.length === work.rows.length;
  useDirty(work.rows.length > 0 || reason !== '');
  const submit = async () => {
    if (!isReady) return;
    if (reason.trim() === '') {
      why.current?.focus();
      return setSaid('请填写撤销原因');
    }
    setSaid('');
    if (!(await confirm({ text: `确定撤销${good.length}个码的发货？`, verb: '撤销', saysCancelled: false }))) return;
    setBusy(true);
    try {
      const draft = { codes: good.map(({ code }) => code), reason };
      const { itemQty } = await cancel({ ...draft, idemKey: keyOf(draft) });
      toast.success(`撤销成功：${countText(itemQty)}件`);
      work.clear();
      setReason('');
      scanBox.current?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      work.mark(error);
      setSaid(error.code === noAnswer ? `${error.message}，再提交一次不会重复撤销` : error.message);
    } finally {
      setBusy(false);
    }
  };
  const thing = isBox ? '箱码' : '产品码';
  return (
    <div className="zy-ship">
      <section className="sheet zy-cancel" aria-label={endpoint.title}>
        <SheetHead
          title={`扫描要撤销的${thing}`}
          finding={
            work.rows.length > 0 ? `${countText(good.length)} 个可撤销，${countText(bad.length)} 个异常` : undefined
          }
        />
        <div className="zy-ship-bar">
          <ScanBox
            ref={scanBox}
            label={`扫描${thing}`}
            note={work.isOffline ? '网络异常，恢复后接着核对' : 'Enter'}
            keys={{ F8: work.takeBack, 'Ctrl+Enter': () => void submit() }}
            take={(typed) => work.scan(readCodes(typed).codes)}
          />
        </div>
        <CancelRows rows={work.rows} isBox={isBox} remove={work.remove} flashed={work.flashed} />
        {said && <NoticeBar tone="bad">{said}</NoticeBar>}
        <footer className="zy-cancel-foot">
          <label>
            <span>
              <i aria-hidden="true">*</i>撤销原因
            </span>
            <Input
              ref={why}
              value={reason}
              maxLength={100}
              placeholder="如 发错收货方"
              onChange={(event) => setReason(event.target.value)}
              onPressEnter={() => void submit()}
            />
          </label>
          {bad.length > 0 && (
            <Button
              onClick={() => {
                work.removeBad();
                scanBox.current?.focus();
              }}
            >
              移除异常 {countText(bad.length)}
            </Button>
          )}
          <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void submit()}>
            撤销 {countText(good.length)} 个码
          </Button>
        </footer>
      </section>
      <Recent isBox={isBox} />
    </div>
  );
};

/** 单码撤销. */
export const AloneCancel = () => <CodeCancel isBox={false} />;

/** 箱码撤销. */
export const BoxCancel = () => <CodeCancel isBox />;
