import { mouldApi, type MouldRow } from '@zhuiyuan/contract/codes/label/mould';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Modal } from 'antd';
import QrCode from 'icon:qr-code';
import { useState } from 'react';
import { useRead } from '../../../lib/use-read.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { Tag } from '../../../parts/format/tag.tsx';
import { acts, cell, count, enumDot, name, time, type Column } from '../../../parts/list/columns.tsx';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { mouldEditor } from './addresses.ts';
import { LabelSvg } from './label-svg.tsx';
import './moulds.css';

const lists = [mouldApi.list, mouldApi.listAll, mouldApi.info];

/** A mould with a sample code. */
const MouldPreview = ({ row, close }: { row: MouldRow | undefined; close: () => void }) => {
  const { data } = useRead(mouldApi.values, row && { firmId: row.firmId });
  return (
    <Modal
      open={row !== undefined}
      onCancel={close}
      footer={null}
      title={row?.name}
      className="zy-modal"
      destroyOnHidden
    >
      {row && (
        <div className="zy-mould-preview">
          <LabelSvg
            face={row}
            values={data ?? sampleValues}
            width={`min(100%, ${row.paper.widthMm * 6}px)`}
            label={`${row.name}，示例内容`}
          />
          <small>
            {row.paper.widthMm} × {row.paper.heightMm} mm，{PrintColor.label(row.color)}，示例内容
          </small>
        </div>
      )}
    </Modal>
  );
};

/** 码模板管理: how the labels of codes look. */
export const Moulds = () => {
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<MouldRow>();
  const search = useSearch(mouldApi.list);
  const crud = useCrud(mouldApi, { page: mouldEditor(), refresh: lists });
  const makeDefault = useAct(mouldApi.default, { done: '已设为默认', refresh: lists });
  const copy = useAct(mouldApi.copy, { done: '复制成功', refresh: lists });
  const sample = useAct(mouldApi.sample, { done: '' });
  const [shown, setShown] = useState<MouldRow>();

  const columns: Column<MouldRow>[] = [
    cell(
      'elements',
      '预览',
      (row) => (
        <button type="button" className="zy-mould-thumb" onClick={() => setShown(row)}>
          <LabelSvg
            face={row}
            values={sampleValues}
            width={Math.min(56, (28 * row.paper.widthMm) / row.paper.heightMm)}
            label={`预览 ${row.name}`}
          />
        </button>
      ),
      { width: 84 },
    ),
    name('name', '模板名称', { open: crud.open, least: 140 }),
    cell('paper', '尺寸', ({ paper }) => `${paper.widthMm} × ${paper.heightMm} mm`, { width: 120 }),
    enumDot('color', '印刷色', PrintColor, { width: 84 }),
    count('elementCount', '元素数', { width: 76 }),
    cell('isDefault', '默认', ({ isDefault }) => (isDefault ? <Tag tone="kind">默认</Tag> : '-'), { width: 76 }),
    count('usedTasks', '使用任务数', { width: 100 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后打印标签时不能再选择该模板，确定停用？'),
    time('updateTime', '更新时间'),
    acts((row) => [
      crud.editAct(row),
      { label: '预览', run: () => setShown(row) },
      ...(row.isDefault || row.status === Enabled.off
        ? []
        : [{ label: '设为默认', may: mouldApi.default.may, run: () => makeDefault({ id: row.id }) }]),
      { label: '复制', may: mouldApi.copy.may, run: () => copy({ id: row.id }) },
      {
        label: '下载PDF样张',
        may: mouldApi.sample.may,
        run: async () => startDownload((await sample({ id: row.id })).fileName),
      },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增码模板');
  return (
    <>
      <ListScreen
        search={search}
        thing="码模板"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('name', '模板名称'),
          selectFilter('color', '印刷色', PrintColor),
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={add}
        batch={crud.batch}
        card={{
          head: 'paper',
          status: 'status',
          name: 'name',
          facts: ['firmName', 'elements', 'color', 'usedTasks', 'isDefault'],
        }}
        empty={{ icon: QrCode, text: '码模板决定标签上印什么、印在哪里，打印任务的标签时从这里选。', action: add }}
      />
      <MouldPreview row={shown} close={() => setShown(undefined)} />
    </>
  );
};
