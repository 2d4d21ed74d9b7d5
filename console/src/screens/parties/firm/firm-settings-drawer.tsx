import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { ShowLogistics } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { call } from '../../../lib/call.ts';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useFirmSettings = (): Draft<FirmRow> =>
  useDraft({
    create: firmApi.saveSettings,
    list: firmApi.list,
    from: async ({ id }) => ({ id, ...(await call(firmApi.settings, { id }, { quiet: true })) }),
    done: { update: '操作成功' },
  });

/** 规则设置: how a firm's codes are issued and answered. */
export const FirmSettingsDrawer = ({ draft }: { draft: Draft<FirmRow> }) => (
  <FormDrawer draft={draft} thing="规则" title="规则设置" name={draft.row?.name} width={480}>
    <FieldGroup title="生码">
      <NumberField
        name="taskAuditOver"
        label="免审数量"
        unit="个"
        isWide
        help="一次生码超过这个数量时，任务须审核后才开始"
      />
    </FieldGroup>
    <FieldGroup title="批次">
      <TextField
        name="lotNoPattern"
        label="批号规则"
        placeholder="不填则不限制"
        isWide
        help="新增批次时批号须符合规则：# 一位数字，@ 一位字母，* 字母或数字，其余照写。如 L######-#"
      />
    </FieldGroup>
    <FieldGroup title="装箱">
      <SwitchField
        name="activateOnPack"
        label="装箱即启用"
        on
        off={false}
        help="未启用的码装箱时按工位的产品和批次启用"
      />
      <SwitchField name="allowMixLot" label="允许混批" on off={false} help="一个箱内可装同一产品的不同批次" />
      <SwitchField name="allowMixProduct" label="允许混装产品" on off={false} help="一个箱内可装不同产品" />
    </FieldGroup>
    <FieldGroup title="发货与签收">
      <SwitchField
        name="signRequired"
        label="签收后才能转发"
        on
        off={false}
        help="关闭时，经销商把在途的货继续发出，前一段自动签收"
      />
      <SwitchField name="shipNeedFull" label="满箱才能发货" on off={false} help="未装满的箱不能发货" />
      <SwitchField name="shipInactive" label="允许发未启用的码" on off={false} help="未启用的码在启用前不计入库存" />
      <NumberField
        name="autoSignDays"
        label="自动签收"
        unit="天"
        isWide
        help="在途超过这个天数自动签收，0为不自动签收；有未处理差异和已冻结的码除外"
      />
    </FieldGroup>
    <FieldGroup title="防伪查询">
      <NumberField
        name="scanDedupeMin"
        label="重复查询间隔"
        unit="分钟"
        isWide
        help="同一设备在间隔内再次查询同一个码，沿用上次结果，不计次"
      />
      <NumberField
        name="overLimit"
        label="查询次数上限"
        unit="次"
        isWide
        help="计次超过上限后，消费者看到查询超限的提示"
      />
      <SelectField
        name="showLogistics"
        label="物流轨迹"
        from={ShowLogistics}
        isWide
        help="消费者页面上的物流轨迹显示到什么程度"
      />
    </FieldGroup>
  </FormDrawer>
);
