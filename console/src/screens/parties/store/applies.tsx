import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi, type ApplyRow } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { Button, Form } from 'antd';
import ClipboardCheck from 'icon:clipboard-check';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useRead } from '../../../lib/use-read.ts';
import { OwnField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { Cut } from '../../../parts/format/cut.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { acts, cell, enumTag, extra, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { AgentInput, useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { ReviewFields } from '../review-fields.tsx';
import { ApplyDrawer, waitText } from './apply-drawer.tsx';
import { InviteButton } from './invite-button.tsx';

/** What a review changes elsewhere. */
const reads = [shopApplyApi.counts, shopApplyApi.info, shopApi.list, shopApi.info, homeApi.todo];

/** What came of reviewing several shops: how many, and why not the others. */
const tell = ({ ok, fail }: DoneToMany): void => {
  if (fail.length === 0) return toast.success('操作成功');
  const causes = [...new Set(fail.map(({ message }) => message))].join('、');
  toast.warning(`${ok > 0 ? `已审核 ${countText(ok)} 家，` : ''}${countText(fail.length)} 家未审核：${causes}`);
};

/** 通过 and 驳回 of one shop, or of all that are ticked. */
const useReview = (ids: readonly number[], done: () => void): Draft<ApplyRow> & { count: number } => {
  const draft = useDraft({
    create: shopApplyApi.audit,
    list: shopApplyApi.list,
    refresh: reads,
    from: ({ id }) => ({ ids: [id], audit: Review.passed }),
    done: { create: '', update: '' },
    onSaved: (data) => {
      tell(data);
      done();
    },
  });
  return {
    ...draft,
    count: ids.length,
    submit: async (values) => {
      const { audit, agentId } = values;
      const message = '请选择所属经销商';
      if (draft.row && lacksAgent(draft.row) && audit === Review.passed && !agentId)
        throw new ApiError(Code.invalid, message, [{ field: 'agentId', message }]);
      await draft.submit({ ...values, ids: draft.row ? [draft.row.id] : ids });
    },
  };
};

/** Whether a shop put itself forward by the firm's own link, which names no dealer. */
const lacksAgent = ({ agentName }: Pick<ApplyRow, 'agentName'>): boolean => agentName === '';

/** The dealer of a shop that has none, asked for when it is passed. */
const PassAgent = ({ firmId }: { firmId: number }) =>
  Form.useWatch('audit') === Review.passed && (
    <OwnField name="agentId" label="所属经销商" hasStar>
      <AgentInput firmId={firmId} />
    </OwnField>
  );

const pictures = (row: ApplyRow) =>
  row.licenseImage ? (
    <Thumb src={row.licenseImage} label="营业执照" size={28} />
  ) : (
    <span className="zy-zero">未上传</span>
  );

const columnsOf = (open: (row: ApplyRow) => void): Column<ApplyRow>[] => [
  name('shopName', '门店名称', { picture: 'doorImage', open, least: 168 }),
  enumTag('audit', '审核状态', Review),
  text('applicant', '申请人', { width: 92 }),
  text('phone', '联系电话', { width: 112 }),
  text('agentName', '所属经销商', { width: 160 }),
  cell('place', '地址', (row) => <Cut>{`${row.regionName}${row.address}`}</Cut>, { width: 220 }),
  cell('licenseImage', '营业执照', pictures, { width: 84 }),
  time('submitAt', '提交时间'),
  cell('waitHours', '等待时长', (row) => waitText(row.waitHours), { width: 92, align: 'right' }),
  text('auditName', '审核人', { width: 80 }),
  time('auditAt', '审核时间'),
  text('auditRemark', '驳回原因', { width: 160 }),
  extra(text('shopNo', '编号', { width: 100 })),
  extra(text('licenseNo', '营业执照号', { width: 176 })),
];

/** 门店审核: the shops that were put forward, and what came of it. */
export const Applies = () => {
  const may = useMay();
  const search = useSearch(shopApplyApi.list, { initial: { audit: String(Review.waiting) }, kept: ['audit'] });
  const [shown, setShown] = useOpened();
  const [picked, setPicked] = useState<Picked<ApplyRow>>();
  const one = useReview([], () => setShown(undefined));
  const many = useReview(picked?.keys.map(Number) ?? [], () => picked?.clear());
  const { page: _page, limit: _limit, audit, ...counted } = search.input;
  const counts = useRead(shopApplyApi.counts, counted, { keeps: true }).data;
  const isOpen = (row: Pick<ApplyRow, 'audit'>) => row.audit === Review.waiting;
  const begin = (now: Picked<ApplyRow>, result: number) => {
    setPicked(now);
    many.open(undefined, { ids: now.keys.map(Number), audit: result });
  };
  const countOf = (value: number) => counts?.find((row) => row.audit === value)?.count ?? (counts ? 0 : undefined);
  const tabs = (
    <ListTabs
      value={audit === undefined ? 'all' : String(audit)}
      change={(value) => search.set({ audit: value === 'all' ? undefined : value })}
      items={[
        ...Review.options.map(({ value, label }) => ({ value: String(value), label, count: countOf(value) })),
        { value: 'all', label: '全部', count: counts?.reduce((sum, { count }) => sum + count, 0) },
      ]}
    />
  );
  const batch = (now: Picked<ApplyRow>) => (
    <>
      <Button onClick={() => begin(now, Review.passed)}>批量通过</Button>
      <Button onClick={() => begin(now, Review.rejected)}>批量驳回</Button>
    </>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="门店申请"
        tabs={tabs}
        columns={[
          ...columnsOf((row) => setShown(row.id)),
          ...useFirmColumn<ApplyRow>(),
          acts((row: ApplyRow) => [
            isOpen(row)
              ? { label: '审核', may: shopApplyApi.audit.may, run: () => setShown(row.id) }
              : { label: '详情', run: () => setShown(row.id) },
          ]),
        ]}
        filters={[
          ...useFirmFilter(),
          textFilter('keywords', '门店', '名称、编号或电话'),
          useAgentFilter('agentId'),
          regionFilter('regionCode', '地区'),
          dateFilter('dateLimit', '提交时间'),
        ]}
        buttons={<InviteButton firmId={Number(search.values['firmId']) || undefined} />}
        batch={may(shopApplyApi.audit.may) ? batch : undefined}
        card={{
          head: 'shopNo',
          status: 'audit',
          name: 'shopName',
          facts: ['agentName', 'applicant', 'place', 'submitAt'],
        }}
        empty={{
          icon: ClipboardCheck,
          text: '后台新增、导入的门店，业务员和门店自己在手机上提交的申请，都在这里审核。',
        }}
      />
      <ApplyDrawer id={shown} close={() => setShown(undefined)} review={one.open} />
      <FormModal draft={one} title={`审核 ${one.row?.shopName ?? ''}`} save="确定">
        <ReviewFields hint="请输入驳回原因，修改后可重新提交" />
        {one.row && lacksAgent(one.row) && <PassAgent firmId={one.row.firmId} />}
      </FormModal>
      <FormModal draft={many} title={`审核 ${countText(many.count)} 家门店`} save="确定">
        <ReviewFields hint="请输入驳回原因，修改后可重新提交" />
      </FormModal>
    </>
  );
};
