import { channelChangeApi } from '@zhuiyuan/contract/codes/ops/channel-change';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { channelApi, ChannelType, type ChannelRow } from '@zhuiyuan/contract/parties/channel/channel';
import { Button } from 'antd';
import Waypoints from 'icon:waypoints';
import { useNavigate } from 'react-router';
import { acts, count, enumDot, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { FirmField, useFirmColumn, useFirmFilter, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { call } from '../../../lib/call.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';

const changePath = '/identity/channelManager/update';

/** 渠道管理: how goods reach the market, with the agents, shops and codes of each. */
export const Channels = () => {
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ChannelRow>();
  const search = useSearch(channelApi.list);
  const toNext = useNextStep();
  const crud = useCrud(channelApi, {
    blank: { status: Enabled.on, sort: 0 },
    from: ({ id }) => call(channelApi.info, { id }, { quiet: true }),
    next: () => toNext('渠道变更', changePath, channelChangeApi.change.may),
  });
  const { draft } = crud;
  const schema = useFirmSchema(draft.schema);

  const columns: Column<ChannelRow>[] = [
    text('channelNo', '渠道编号', { width: 104 }),
    name('name', '渠道名称', { least: 160, open: crud.open }),
    enumDot('channelType', '渠道类型', ChannelType),
    text('manager', '负责人', { width: 88 }),
    text('phone', '联系电话', { width: 120 }),
    count('agentCount', '经销商数', { width: 84 }),
    count('shopCount', '门店数', { width: 76 }),
    count('codeCount', '绑定码量', { width: 96 }),
    count('sort', '排序', { width: 64 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后不能再选择该渠道，已有的关联不变，确定停用？'),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      {
        label: '渠道变更',
        may: channelChangeApi.change.may,
        run: () => navigate(`${changePath}?op=channel&channelId=${row.id}`),
        blocked: row.status === Enabled.on ? undefined : '渠道已停用',
      },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增渠道');
  return (
    <>
      <ListScreen
        search={search}
        thing="渠道"
        columns={columns}
        flash={draft.savedId}
        filters={[
          ...firmFilter,
          textFilter('name', '渠道名称'),
          selectFilter('channelType', '渠道类型', ChannelType),
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={
          <>
            {add}
            <May of={channelChangeApi.change.may}>
              <Button onClick={() => navigate(changePath)}>渠道变更</Button>
            </May>
          </>
        }
        batch={crud.batch}
        card={{
          head: 'name',
          status: 'status',
          facts: [
            'channelNo',
            'channelType',
            ({ agentCount }) => `${countText(agentCount)} 家经销商`,
            ({ shopCount }) => `${countText(shopCount)} 家门店`,
          ],
        }}
        empty={{ icon: Waypoints, text: '渠道说明货从哪条路到市场，经销商、门店和码都可以归到渠道。', action: add }}
      />
      <FormDrawer draft={{ ...draft, schema }} thing="渠道" name={draft.row?.name} width={480}>
        <FieldGroup>
          <FirmField isNew={draft.isNew} />
          <TextField name="name" label="渠道名称" />
          <TextField name="channelNo" label="渠道编号" placeholder="不填则自动编号" />
          <SelectField name="channelType" label="渠道类型" from={ChannelType} />
          <NumberField name="sort" label="排序" placeholder="0-999，小的在前" min={0} max={999} />
          <TextField name="manager" label="负责人" />
          <TextField name="phone" label="联系电话" placeholder="手机号或固定电话" />
          <AreaField name="remark" label="备注" rows={2} />
          <SwitchField name="status" label="启用此渠道" on={0} off={1} help="停用后不能再选择该渠道，已有的关联不变" />
        </FieldGroup>
      </FormDrawer>
    </>
  );
};
