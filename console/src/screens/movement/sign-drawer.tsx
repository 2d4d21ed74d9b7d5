import { deliverApi, type DeliverLine } from '@zhuiyuan/contract/movement/document/deliver';
import type { DeliverRow } from '@zhuiyuan/contract/movement/document/deliver-list';
import { DeliverStatus, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { Button, Input, Select } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, noAnswer } from '../../lib/api-error.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { useDirty } from '../../lib/use-dirty.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import { EnumDot, Dot } from '../../parts/format/tag.tsx';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { cell, count, text, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { readCodes } from '../../parts/pickers/read-codes.ts';
import { ScanBox } from '../../parts/pickers/scan-box.tsx';
import { contentKey } from '../../lib/new-key.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { CodeRun, lastOf } from './code-run.tsx';
import { deliverChanges } from './deliver-changes.ts';
import { signCounts } from './sign-counts.ts';
import { useSignScan } from './use-sign-scan.ts';
import './sign.css';

const mostShown = 100;

/** What was scanned for signing, the newest first: what is signed for, what came beside the document, what is refused. */
const SignScans = ({ work }: { work: ReturnType<typeof useSignScan> }) => (
  <ul className="zy-sign-scans" aria-label="已扫编码" tabIndex={work.scans.length > 0 ? 0 : undefined}>
    {work.scans.slice(0, mostShown).map(({ code, isAsked, lineId, itemQty, storeName, errMsg, note }) => (
      <li key={code} className={errMsg ? 'zy-sign-bad' : undefined}>
        <CodeText code={code} />
        {isAsked && <Dot tone="doing">核对中</Dot>}
        {!isAsked && errMsg !== '' && <Dot tone="bad">{errMsg}</Dot>}
        {!isAsked && errMsg === '' && lineId !== null && (
          <Dot tone="good">
            {storeName} {countText(itemQty)} 件
          </Dot>
        )}
        {!isAsked && errMsg === '' && lineId === null && (
          <span className="zy-sign-extra">
            <Dot tone="kind">多货</Dot>
            <Input
              size="small"
              aria-label={`${code} 多货说明`}
              placeholder="说明，如 多发一箱"
              maxLength={200}
              value={note}
              onChange={(event) => work.note(code, event.target.value)}
            />
          </span>
        )}
        <button type="button" className="zy-link" onClick={() => work.remove(code)}>
          移除
        </button>
      </li>
    ))}
    {work.scans.length > mostShown && (
      <li className="zy-sign-more">另有 {countText(work.scans.length - mostShown)} 个</li>
    )}
  </ul>
);

type Deed = 'scan' | 'whole' | 1 | 2;

const whole = { value: 'whole' as const, label: '整行签收' };
const byScan = { value: 'scan' as const, label: '按扫码' };
const notings = [DiffKind.missing, DiffKind.damaged].map((value) => ({ value, label: DiffKind.label(value) }));

/** How a line is signed for: by what is scanned, as a whole, or not, because it did not come or came damaged. */
const LineDeed = ({ line, work }: { line: DeliverLine; work: ReturnType<typeof useSignScan> }) => {
  const noted = work.diffs.find(({ lineId }) => lineId === line.id)?.kind;
  const scanned = work.scans
    .filter(({ lineId, errMsg }) => lineId === line.id && errMsg === '')
    .reduce((sum, { itemQty }) => sum + itemQty, 0);
  const isWhole = work.lines.some(({ id }) => id === line.id);
  return (
    <Select<Deed>
      size="small"
      className="zy-full"
      aria-label={`${line.code} 签收情况`}
      // Of a run one says in words what did not come.
      options={[
        scanned > 0 ? { ...byScan, label: `已扫 ${countText(scanned)} 件` } : byScan,
        whole,
        ...(line.codeCnt === 1 ? notings : []),
      ]}
      value={isWhole ? 'whole' : (noted ?? 'scan')}
      onChange={(deed) => work.settle(line, deed)}
    />
  );
};

const Lines = ({ id, work }: { id: number; work: ReturnType<typeof useSignScan> }) => {
  const search = useLocalSearch(deliverApi.lines, { fixed: { deliverId: id } });
  const isNarrow = useNarrow();
  const deed = (width: number) =>
    cell<DeliverLine>(
      'deed',
      '签收情况',
      (row) =>
        row.status === DeliverStatus.shipped ? (
          <LineDeed line={row} work={work} />
        ) : (
          <EnumDot of={DeliverStatus} value={row.status} />
        ),
      { width },
    );
  const columns: Column<DeliverLine>[] = isNarrow
    ? [
        cell('code', '编码或号段', (row) => (
          <span className="zy-sign-line">
            <CodeRun code={row.code} lastCode={lastOf(row)} />
            <small>
              {row.storeName}，{countText(row.itemQty)} 件
            </small>
          </span>
        )),
        deed(112),
      ]
    : [
        cell('code', '编码或号段', (row) => <CodeRun code={row.code} lastCode={lastOf(row)} />, { width: 200 }),
        text('storeName', '产品', { width: 170 }),
        count('itemQty', '件数', { width: 72 }),
        deed(140),
      ];
  return <PagedTable search={search} columns={columns} keyOf={(row) => row.id} empty="没有明细" />;
};

const SignForm = ({ row, close, hold }: { row: DeliverRow; close: () => void; hold: (isDirty: boolean) => void }) => {
  const work = useSignScan(row.id);
  const [remark, setRemark] = useState('');
  const remarkBox = useRef<TextAreaRef>(null);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const remain = row.itemQty - row.signQty;
  const { single, extra, items, isShort } = signCounts(work.scans, work.lines, remain);
  const sign = useAct(signApi.sign, { done: '', refresh: deliverChanges, quiet: true });
  const draft = {
    id: row.id,
    mode: 'codes' as const,
    codes: single.map(({ code }) => code),
    lineIds: work.lines.map(({ id }) => id),
    extra: extra.map(({ code, note }) => ({ code, note })),
    diffs: work.diffs.map(({ code, kind }) => ({ code, kind, note: remark.trim() })),
    remark,
  };
  const [keyOf] = useState(contentKey);
  const isDirty = work.scans.length + work.lines.length + work.diffs.length > 0 || remark !== '';
  useDirty(isDirty, '离开后，已扫描的编码不会保留，确定离开？');
  useEffect(() => hold(isDirty), [hold, isDirty]);

  const submit = async () => {
    if (isShort && remark.trim() === '') {
      remarkBox.current?.focus();
      return setRefusal('请填写差异说明');
    }
    setBusy(true);
    setRefusal('');
    try {
      const { signed } = await sign({ ...draft, idemKey: keyOf(draft) });
      toast.success(`签收成功：${countText(signed)}件`);
      hold(false);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      work.mark(error);
      setRefusal(error.code === noAnswer ? `${error.message}，再提交一次不会重复签收` : error.message);
    } finally {
      setBusy(false);
    }
  };
  const isEmpty = single.length + work.lines.length + extra.length + work.diffs.length === 0;
  return (
    <div className="zy-sign">
      <p className="zy-sign-count" role="status">
        已扫 <b>{countText(items)}</b> / 应收 {countText(remain)} 件
        {extra.length > 0 && <span>多货 {countText(extra.length)} 个</span>}
      </p>
      <progress value={items} max={Math.max(remain, 1)} aria-label="已扫件数" />
      <ScanBox
        label="扫描箱码或产品码"
        note={work.isOffline ? '网络异常，恢复后接着处理' : undefined}
        take={(typed) => work.scan(readCodes(typed).codes)}
      />
      <SignScans work={work} />
      <h3 className="zy-codes-part">发货明细</h3>
      <Lines id={row.id} work={work} />
      <label className="zy-sign-remark">
        <span>
          {isShort && <i aria-hidden="true">*</i>}差异说明
          {isShort && !isEmpty && <small>还差 {countText(remain - items)} 件未扫，将保持未签收</small>}
        </span>
        <Input.TextArea
          ref={remarkBox}
          value={remark}
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder="如 1 箱未到货"
          onChange={(event) => {
            setRemark(event.target.value);
            setRefusal('');
          }}
        />
      </label>
      {refusal && <NoticeBar tone="bad">{refusal}</NoticeBar>}
      <footer className="zy-codes-foot zy-sign-foot">
        <Button onClick={close}>取消</Button>
        <Button
          type="primary"
          loading={isBusy}
          disabled={isEmpty || work.scans.some(({ isAsked }) => isAsked)}
          onClick={() => void submit()}
        >
          签收 {countText(items)} 件
        </Button>
      </footer>
    </div>
  );
};

/** 扫码签收: what came is scanned; what did not is told in words and stays unsigned. */
export const SignDrawer = ({ row, close }: { row: DeliverRow | undefined; close: () => void }) => {
  const isDirty = useRef(false);
  const hold = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  const leave = async () => {
    const question = {
      title: '放弃未保存的修改',
      text: '关闭后，已扫描的编码不会保留',
      verb: '放弃',
      cancel: '继续签收',
      saysCancelled: false,
    };
    if (isDirty.current && !(await confirm(question))) return;
    isDirty.current = false;
    close();
  };
  return (
    <SideDrawer
      isOpen={row !== undefined}
      close={() => void leave()}
      title="扫码签收"
      name={row && <span className="zy-mono">{row.deliverNo}</span>}
      width={720}
    >
      {row && <SignForm key={row.id} row={row} close={() => void leave()} hold={hold} />}
    </SideDrawer>
  );
};
