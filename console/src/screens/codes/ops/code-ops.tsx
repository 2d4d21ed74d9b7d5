import { codeOpApi, type OpRow } from '@zhuiyuan/contract/codes/ops/code-op';
import { OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { Button } from 'antd';
import ListChecks from 'icon:list-checks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { acts } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activation, codeExport, codeImport, rebinding, voiding } from '../addresses.ts';
import { codeExportApi } from '@zhuiyuan/contract/codes/export/code-export';
import { extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { useFirmFilter, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FreezeDrawer } from './freeze-op.tsx';
import { opColumns } from './op-columns.tsx';
import { OpDetail } from './op-detail.tsx';
import { useOpActs } from './use-op-acts.ts';
import { useUndo } from './use-undo.tsx';
import { useRead } from '../../../lib/use-read.ts';

const useOperators = () => {
  const { data = [] } = useRead(codeOpApi.operators, {});
  return data.map(({ id, name }) => ({ value: id, label: name }));
};

/** 操作记录: everything that was done to codes by range. */
export const CodeOps = () => {
  const navigate = useNavigate();
  // What works in the background is looked at again while it does.
  const [isBusy, setIsBusy] = useState(false);
  const search = useSearch(codeOpApi.list, { every: isBusy ? 2000 : false });
  const works = search.rows.some((row) => row.status === OpStatus.running && row.dueAt === null);
  if (works !== isBusy) setIsBusy(works);
  const firmFilter = useFirmFilter();
  const isPlatform = useIsPlatform();
  const operators = useOperators();
  const { undo, dialog } = useUndo();
  const more = useOpActs();
  const [shownOp, setShownOp] = useOpened();
  const show = (row: OpRow) => setShownOp(row.id);
  const [isFreezing, setIsFreezing] = useState(false);
  const use = (
    <May of={codeOpApi.use.may}>
      <Button type="primary" onClick={() => navigate(activation())}>
        批量启用
      </Button>
    </May>
  );
  const buttons = (
    <>
      {use}
      <May of={codeOpApi.update.may}>
        <Button onClick={() => navigate(rebinding)}>批量改绑</Button>
      </May>
      <May of={codeOpApi.freeze.may}>
        <Button onClick={() => setIsFreezing(true)}>冻结/解冻</Button>
      </May>
      <May of={codeOpApi.delete.may}>
        <Button danger onClick={() => navigate(voiding)}>
          批量作废
        </Button>
      </May>
      <May of={codeExportApi.save.may}>
        <Button onClick={() => navigate(codeExport)}>批量导出</Button>
      </May>
      <May of={extImportApi.save.may}>
        <Button onClick={() => navigate(codeImport)}>批量导入</Button>
      </May>
    </>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="操作记录"
        columns={[
          ...opColumns(show, isPlatform),
          acts((row: OpRow) => [{ label: '详情', run: () => show(row) }, ...undo(row), ...more(row)]),
        ]}
        filters={[
          ...firmFilter,
          textFilter('opNo', '操作编号'),
          selectFilter('opType', '操作类型', OpType),
          selectFilter('status', '状态', OpStatus),
          selectFilter('opSrc', '来源', OpSource),
          selectFilter('operatorId', '操作人', operators),
          dateFilter('dateLimit', '操作时间'),
        ]}
        buttons={buttons}
        card={{
          head: 'opNo',
          name: 'opType',
          facts: [(row) => `成功 ${countText(row.okCnt)} / ${countText(row.total)}`, 'operatorName', 'createTime'],
        }}
        empty={{ icon: ListChecks, text: '启用、改绑等对码的操作都会记在这里', action: use }}
      />
      <FreezeDrawer isOpen={isFreezing} close={() => setIsFreezing(false)} />
      {dialog}
      <OpDetail id={shownOp} close={() => setShownOp(undefined)} />
    </>
  );
};
