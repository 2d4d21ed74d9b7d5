import { checkMould, type Finding } from '@zhuiyuan/contract/codes/label/check-mould';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import { usualDpi } from '@zhuiyuan/contract/codes/label/dots';
import { mouldApi } from '@zhuiyuan/contract/codes/label/mould';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Sheet, type LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useDirty } from '../../../lib/use-dirty.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useRead } from '../../../lib/use-read.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { Failed, NoPermission } from '../../../parts/feedback/states.tsx';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { useMedia } from '../../../parts/frame/use-media.ts';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { mouldEditor, mouldList } from './addresses.ts';
import { Designer } from './designer.tsx';
import { LabelSvg } from './label-svg.tsx';
import { openState, type MouldFields } from './mould-state.ts';
import { NameRow } from './name-row.tsx';
import { newElement } from './element-kinds.ts';
import { useDraftKept } from './use-draft-kept.ts';
import './designer.css';

/** A laptop at 150 % still has room: its window is 910 px wide. */
const tooNarrow = '(max-width: 879.98px)';

const blankPaper = { widthMm: 60, heightMm: 40, gapMm: 3, dpi: usualDpi };
const blank: MouldFields = {
  name: '',
  paper: blankPaper,
  color: 0,
  elements: [newElement('qr', [], blankPaper)],
};

interface Opened {
  id?: number;
  firmId?: number;
  version?: number;
  status: number;
  usedTasks: number;
  fields: MouldFields;
}

/** A phone shows what is drawn; it is drawn on a wider screen. */
const OnPhone = ({ drawn, values }: { drawn: MouldFields; values: LabelValues }) => (
  <div className="sheet zy-mould-narrow">
    <NoticeBar tone="idle">请在电脑上编辑</NoticeBar>
    <h2>{drawn.name}</h2>
    <LabelSvg face={drawn} values={values} width="100%" label={`${drawn.name}，示例内容`} />
    <small>
      {drawn.paper.widthMm} × {drawn.paper.heightMm} mm
    </small>
  </div>
);

const Editor = ({ opened }: { opened: Opened }) => {
  const navigate = useNavigate();
  const leaveTab = useLeaveTab();
  const client = useQueryClient();
  const isNarrow = useMedia(tooNarrow);
  const isPlatform = useIsPlatform();
  const [isBusy, lock] = useSubmitLock();
  const [state, setState] = useState(() => openState(opened.fields));
  const [saved, setSaved] = useState(opened.fields);
  const [version, setVersion] = useState(opened.version);
  const [firmId, setFirmId] = useState(opened.firmId);
  const [taskId, setTaskId] = useState<number>();
  const [sheet, setSheet] = useState<Sheet>(Sheet.a4);
  const [isStale, setStale] = useState(false);
  /** Saving was tried while something was missing: what is empty is marked. */
  const [isAsked, setAsked] = useState(false);
  const isDirty = state.now !== saved;
  useDirty(isDirty);
  const kept = useDraftKept(String(opened.id ?? 'new'), state.now, isDirty);
  const { data: values = sampleValues } = useRead(mouldApi.values, { firmId, taskId }, { keeps: true });
  const findings = useMemo(
    () => checkMould(state.now.paper, state.now.elements, values),
    [state.now.paper, state.now.elements, values],
  );
  const lead = ({ text, id }: Finding) => {
    toast.warning(text);
    if (id) setState((before) => ({ ...before, chosen: [id] }));
  };
  const refresh = () => {
    for (const { path } of [mouldApi.list, mouldApi.listAll, mouldApi.info, mouldApi.asks])
      void client.invalidateQueries({ queryKey: [path] });
  };
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === Code.stale) return setStale(true);
    const at = error instanceof ApiError ? /^elements\.(\d+)/.exec(error.fields[0]?.field ?? '')?.[1] : undefined;
    const id = at === undefined ? undefined : state.now.elements[Number(at)]?.id;
    if (id) setState((before) => ({ ...before, chosen: [id] }));
    toast.failure(error);
  };
  const missingOf = (name: string): string[] => [
    ...(name.trim() ? [] : ['请输入模板名称']),
    ...(isPlatform && firmId === undefined ? ['请选择所属企业'] : []),
  ];
  const isReady = (name: string): boolean => {
    const missing = missingOf(name);
    setAsked(missing.length > 0);
    const wrong = findings.find(({ level }) => level === 'error');
    if (missing.length > 0) toast.warning(missing.join('，'));
    else if (wrong) lead(wrong);
    else return true;
    return false;
  };
  const save = (asName?: string) => {
    const drawn = state.now;
    const draft = { ...drawn, name: asName ?? drawn.name, status: opened.status as 0 | 1, firmId };
    if (!isReady(draft.name)) return;
    void lock(async () => {
      try {
        if (asName === undefined && opened.id !== undefined) {
          const done = await call(mouldApi.update, { ...draft, id: opened.id, version }, { quiet: true });
          setVersion(done.version);
          setSaved(drawn);
          toast.success(opened.usedTasks > 0 ? '已保存为新版本，已用的任务不变' : '保存成功');
          kept.forget();
          refresh();
          return;
        }
        const { id } = await call(mouldApi.save, draft, { quiet: true });
        toast.success('保存成功');
        kept.forget();
        setSaved(drawn);
        refresh();
        if (asName === undefined) leaveTab(mouldEditor(id));
        else void navigate(mouldEditor(id));
      } catch (error) {
        fail(error);
      }
    });
  };
  const print = () => {
    const wrong = findings.find(({ level }) => level === 'error');
    if (wrong) return lead(wrong);
    const { paper, color, elements } = state.now;
    void lock(async () => {
      try {
        startDownload(
          (await call(mouldApi.preview, { paper, color, elements, firmId, taskId, sheet }, { quiet: true })).fileName,
        );
      } catch (error) {
        fail(error);
      }
    });
  };
  if (isNarrow) return <OnPhone drawn={state.now} values={values} />;
  return (
    <div className="sheet zy-mould">
      {isStale && (
        <NoticeBar tone="bad" link={{ text: '返回列表', run: () => leaveTab(mouldList) }}>
          数据已被他人修改，请刷新后重试，也可以另存为新模板
        </NoticeBar>
      )}
      {kept.left && (
        <NoticeBar
          tone="wait"
          link={{
            text: '恢复',
            run: () => {
              setState((before) => ({ ...openState(kept.left!.fields), past: [...before.past, before.now] }));
              kept.dismiss();
            },
          }}
        >
          有 {kept.left.at} 未保存的草稿
        </NoticeBar>
      )}
      <NameRow
        state={state}
        setState={setState}
        savedAt={kept.savedAt}
        isNew={opened.id === undefined}
        isBusy={isBusy}
        marksEmpty={isAsked}
        firm={{ firmId, setFirmId }}
        task={{ taskId, setTaskId }}
        save={save}
        print={print}
      />
      <Designer
        state={state}
        setState={setState}
        values={values}
        findings={findings}
        missing={missingOf(state.now.name)}
        lead={lead}
        save={() => save()}
        sheet={sheet}
        setSheet={setSheet}
      />
    </div>
  );
};

/** 码模板编辑: how a label looks, drawn in millimetres. */
export const MouldEditor = () => {
  const id = Number(useParams()['id']) || undefined;
  const may = useMay();
  const { data, error, refetch } = useRead(mouldApi.info, id === undefined ? undefined : { id });
  const [opened, setOpened] = useState<Opened>();
  if (!may(id ? mouldApi.update.may : mouldApi.save.may))
    return <NoPermission permission={id ? '编辑码模板' : '新增码模板'} />;
  if (id === undefined) return <Editor opened={{ fields: blank, status: Enabled.on, usedTasks: 0 }} />;
  // What was read first is edited: a later reading never changes what is being drawn.
  if (data && data.id === id && opened?.id !== id) {
    const { name, paper, color, elements, firmId, version, status, usedTasks } = data;
    setOpened({
      id,
      firmId,
      version,
      status,
      usedTasks,
      fields: { name, paper, color: color === 1 ? 1 : 0, elements },
    });
  }
  if (error && !opened) return <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />;
  return opened?.id === id && opened ? <Editor key={id} opened={opened} /> : <Skeleton active={false} />;
};
