import { needApplyApi, type NeedApplyRow } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import ClipboardList from 'icon:clipboard-list';
import { newKey } from '../../../lib/new-key.ts';
import { applyList } from '../../../lib/object-addresses.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { acts } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { applyActs, applyColumns } from './apply-columns.tsx';
import { ApplyAudit, useApplyAudit } from './apply-audit.tsx';
import { ApplyDetail } from './apply-detail.tsx';
import { needChanges } from './need-changes.ts';

/** 要货申请: what dealers ask for, and its review. */
export const Applies = () => {
  const search = useSearch(needApplyApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<NeedApplyRow>();
  const [agents, suppliers] = [useOptions('agent'), useOptions('agent', [{ value: 0, label: '企业' }])];
  const products = useOptions('product');
  const crud = useCrud(needApplyApi, { page: `${applyList}Creat`, refresh: needChanges });
  const [shown, setShown] = useOpened();
  const audit = useApplyAudit();
  const submit = useAct(needApplyApi.submit, { done: '提交成功', refresh: needChanges });
  const withdraw = useAct(needApplyApi.withdraw, { done: '撤回成功', refresh: needChanges });
  const accept = useAct(needApplyApi.accept, { done: '', refresh: needChanges });
  const show = (row: NeedApplyRow) => setShown(row.id);
  const act = ({ id }: NeedApplyRow) => ({ id, idemKey: newKey() });
  const rowActs = acts<NeedApplyRow>((row) =>
    applyActs(row, {
      show: { label: '查看', run: () => show(row) },
      edit: crud.editAct(row),
      submit: {
        label: '提交',
        may: needApplyApi.submit.may,
        confirm: '确定提交该申请？',
        run: () => submit(act(row)),
      },
      withdraw: { label: '撤回', may: needApplyApi.withdraw.may, run: () => withdraw(act(row)) },
      accept: {
        label: '受理',
        may: needApplyApi.accept.may,
        run: async () => {
          await accept(act(row));
          audit.open(row);
        },
      },
      audit: { label: '审核', may: needApplyApi.audit.may, run: () => audit.open(row) },
      remove: crud.removeAct(row),
    }),
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="要货申请"
        columns={[...applyColumns(show), ...firmColumn, rowActs]}
        filters={[
          ...firmFilter,
          textFilter('applyNo', '申请单号'),
          selectFilter('status', '状态', ApplyStatus),
          selectFilter('agentId', '经销商', agents),
          selectFilter('toAgentId', '供货方', suppliers),
          selectFilter('productId', '产品', products),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {crud.addButton('新增要货申请')}
            <ExportButton biz="needApply" endpoint={needApplyApi.export} input={search.values} />
          </>
        }
        batch={crud.batch}
        card={{
          head: 'applyNo',
          status: 'status',
          name: 'agentName',
          facts: ['productText', 'totalQty', 'totalAmount', 'createTime'],
        }}
        empty={{
          icon: ClipboardList,
          text: '经销商要货先提申请，审核通过后自动生成要货订单。',
          action: crud.addButton('新增要货申请'),
        }}
      />
      <ApplyDetail id={shown} close={() => setShown(undefined)} />
      <ApplyAudit draft={audit} />
    </>
  );
};
