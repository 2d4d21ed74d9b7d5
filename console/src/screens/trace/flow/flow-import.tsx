import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { OnRepeat } from '@zhuiyuan/contract/trace/flow/flow-import';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Radio, Switch } from 'antd';
import Download from 'icon:download';
import type { ReactNode } from 'react';
import { offering, useNeeded } from '../../../lib/asked-rows.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { useMay } from '../../../lib/session.ts';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { toChoices } from '../../../parts/form/choices.ts';
import { useFlowTypes } from '../../../parts/pickers/use-choices.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { UploadInput } from '../../../parts/upload/upload-input.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useFlowImport } from './use-flow-import.ts';
import './flow-import.css';

const Line = ({ label, help, children }: { label: string; help?: string; children: ReactNode }) => (
  <div className="zy-flow-import-line">
    <span>{label}</span>
    <div>
      {children}
      {help && <small>{help}</small>}
    </div>
  </div>
);

/** 流程导入: choose a type, take its template, look at the first rows of the file, and begin. */
export const FlowImport = () => {
  const may = useMay();
  const isPlatform = useIsPlatform();
  const firms = useClassList('firm');
  const { options, set, fileUrl, setFile, preview, isBusy, taskId, takeTemplate, look, begin } = useFlowImport();
  const { flowTypeId } = options;
  const types = offering(useFlowTypes(), ({ status }) => status === Enabled.on);
  useNeeded(isPlatform ? firms : undefined, [...new Set(types.rows.map(({ firmId }) => firmId))]);
  const nameOf = ({ name, firmId }: (typeof types.rows)[number]) =>
    isPlatform ? `${name}（${firms.all.find(({ id }) => id === firmId)?.name ?? ''}）` : name;
  const wrong = preview?.rows.filter(({ errors }) => errors.length > 0).length ?? 0;
  return (
    <div className="zy-flow-import">
      {taskId !== undefined && (
        <NoticeBar
          tone="good"
          link={may(importTaskApi.list.may) ? { text: '查看进度', to: '/identity/importTaskManager' } : undefined}
        >
          导入任务已提交，完成后可以下载错误明细
        </NoticeBar>
      )}
      <Sheet title="导入设置">
        <Line label="流程类型">
          <ChoiceSelect<number>
            from={toChoices(types, nameOf)}
            className="zy-flow-import-type"
            aria-label="流程类型"
            placeholder="请选择流程类型"
            value={flowTypeId}
            onChange={(next) => set({ flowTypeId: next })}
          />
          <Button
            icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
            disabled={flowTypeId === undefined || isBusy}
            onClick={() => void takeTemplate()}
          >
            下载模板
          </Button>
        </Line>
        <Line label="自动创建批次" help="批号不存在时新建批次，生产日期取发生时间的日期">
          <Switch
            checked={options.createLots}
            aria-label="自动创建批次"
            onChange={(createLots) => set({ createLots })}
          />
        </Line>
        <Line label="提交审核" help="关闭则保存为未提交">
          <Switch checked={options.submit} aria-label="提交审核" onChange={(submit) => set({ submit })} />
        </Line>
        <Line label="重复记录" help="按外部编号判断；没有外部编号时，内容完全相同的行跳过">
          <Radio.Group
            value={options.onRepeat}
            options={OnRepeat.options.map(({ value, label }) => ({ value, label }))}
            onChange={({ target }) => set({ onRepeat: target.value as 'skip' | 'overwrite' })}
          />
        </Line>
        <Line label="数据文件" help="xlsx 或 csv，最多 20 万行、50 MB">
          <UploadInput label="数据文件" importOf="flow" accept=".xlsx,.csv" value={fileUrl} onChange={setFile} />
        </Line>
        <Line label="图片压缩包" help="选填，zip 格式，最大 200 MB；图片字段填写压缩包内的文件名，单张图片不超过 10 MB">
          <UploadInput
            label="图片压缩包"
            importOf="flow"
            accept=".zip"
            value={options.zipUrl}
            onChange={(zipUrl) => set({ zipUrl })}
          />
        </Line>
        <div className="zy-flow-import-buttons">
          <Button disabled={!flowTypeId || !fileUrl} loading={isBusy} onClick={() => void look()}>
            预览前 20 行
          </Button>
          <Button type="primary" disabled={!flowTypeId || !fileUrl} loading={isBusy} onClick={() => void begin()}>
            开始导入
          </Button>
        </div>
      </Sheet>
      {preview && (
        <Sheet
          title="预览"
          finding={
            wrong > 0 ? `前 ${preview.rows.length} 行中有 ${wrong} 行需要修改` : `前 ${preview.rows.length} 行没有问题`
          }
          isFlush
        >
          <ImportPreview {...preview} />
        </Sheet>
      )}
    </div>
  );
};
