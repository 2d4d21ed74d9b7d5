import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import {
  channelChangeApi,
  ChannelChangeDraft,
  type ChannelChangeRow,
} from '@zhuiyuan/contract/codes/ops/channel-change';
import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { call } from '../../../lib/call.ts';
import { confirm } from '../../../lib/toast.ts';
import { acts, cell, count, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { OutcomeTag } from '../../../parts/format/outcome-tag.tsx';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { AreaField, SelectField } from '../../../parts/form/fields.tsx';
import { useFirmColumn } from '../../../parts/pickers/firm-field.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { isPartlyDone, RangeText } from './op-columns.tsx';
import { OpForm, OpPage } from './op-form.tsx';
import { PolicyField } from './policy-field.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { channelChoices, useChannels } from '../../../parts/pickers/use-choices.ts';

interface Typed {
  channelId?: number;
  reason?: string;
  policy?: number;
}

const { channelId, reason, policy } = ChannelChangeDraft.shape;
const form = z.object({ channelId, reason, policy });
const blank: Typed = { policy: ConflictPolicy.refuse };

const errors = acts<ChannelChangeRow>((row) =>
  row.canRetry
    ? [
        {
          label: '错误明细',
          may: codeOpApi.errors.may,
          run: async () => takeExport(await call(codeOpApi.errors, { opId: row.id }, { quiet: true })),
        },
      ]
    : [],
);

const History = () => {
  const search = useLocalSearch(channelChangeApi.list, { fixed: {} });
  const columns: Column<ChannelChangeRow>[] = [
    text('opNo', '操作编号', { width: 156 }),
    {
      ...enumTag<ChannelChangeRow>('status', '状态', OpStatus, { width: 92 }),
      render: (row) => <OutcomeTag of={OpStatus} value={row.status} isPartly={isPartlyDone(row)} />,
    },
    cell('rangeText', '范围', (row) => <RangeText text={row.rangeText} />, { width: 226 }),
    text('channelName', '目标渠道', { width: 96 }),
    count('okCnt', '成功', { width: 80 }),
    count('failCnt', '失败', { width: 64 }),
    time('createTime', '操作时间', { seconds: true }),
    text('reason', '原因', { width: 120 }),
    text('operatorName', '操作人', { width: 84 }),
    ...useFirmColumn<ChannelChangeRow>(),
    ...(search.rows.some(({ canRetry }) => canRetry) ? [errors] : []),
  ];
  return (
    <Sheet title="变更记录" isFlush>
      <PagedTable search={search} columns={columns} keyOf={(row) => row.id} empty="还没有变更过渠道" />
    </Sheet>
  );
};

const ways = PickMode.options.map(({ value }) => value);

/** The channel that the address asks for, as the list of channels does. */
const useAskedChannel = (): number | undefined => {
  const askedChannel = Number(new URLSearchParams(useLocation().search).get('channelId'));
  return Number.isSafeInteger(askedChannel) && askedChannel > 0 ? askedChannel : undefined;
};

/** 渠道变更: moves chosen codes to another channel, with everything that was moved before. */
export const ChannelChange = () => {
  const client = useQueryClient();
  const channels = useChannels();
  const askedChannel = useAskedChannel();
  const nameOf = (typed: Typed) => channels.all.find(({ id }) => id === typed.channelId)?.name ?? '';
  return (
    <OpPage>
      <OpForm<Typed>
        schema={form}
        // Another channel asked for is another form.
        key={askedChannel}
        blank={askedChannel ? { ...blank, channelId: askedChannel } : blank}
        only={ways}
        below={<History />}
        asked={(typed) => ({ channelId: typed.channelId })}
        more={(typed) => ({ reason: typed.reason })}
        to={(typed) => (typed.channelId ? `渠道 ${nameOf(typed)}` : '')}
        plan={(typed) => ({
          check: channelChangeApi.check,
          checkExport: channelChangeApi.checkExport,
          submit: channelChangeApi.change,
          agree: (n) => confirm({ text: `将${countText(n)}个码变更为${nameOf(typed)}渠道，确定？`, verb: '变更' }),
          done: () => {
            void client.invalidateQueries({ queryKey: [channelChangeApi.list.path] });
            return '提交成功';
          },
        })}
      >
        <FormSection title="目标渠道">
          <SelectField name="channelId" label="目标渠道" from={channelChoices(channels)} />
          <AreaField name="reason" label="原因" placeholder="请填写原因" rows={2} isWide />
          <PolicyField />
        </FormSection>
      </OpForm>
    </OpPage>
  );
};
