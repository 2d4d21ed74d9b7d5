import { GeoFallback, RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { scopeApi } from '@zhuiyuan/contract/campaign/scope/scope';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Form } from 'antd';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { AreaField, OwnField, RadioField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { RegionsInput } from '../../../parts/pickers/region-input.tsx';
import { ScopeRanges } from './scope-ranges.tsx';

const list = '/lottery/scopeManager';
/** Fields that hold rows of the scope's firm. */
const firmsOwn = ['ranges'];

const load = async (id: number) => {
  const scope = await call(scopeApi.info, { id }, { quiet: true });
  return {
    ...scope,
    regionMode: scope.regionMode as RegionMode,
    rangeMode: scope.rangeMode as RangeMode,
    geoFallback: scope.geoFallback as GeoFallback,
    ranges: scope.ranges.map(({ lotId, seg, serialFrom, serialTo }) => ({
      lotId: lotId ?? undefined,
      seg,
      serialFrom,
      serialTo,
    })),
  };
};

const Where = () => {
  const isLimited = ((Form.useWatch('regionMode') as number | undefined) ?? 0) !== RegionMode.any;
  return (
    <>
      <RadioField name="regionMode" label="区域限制" from={RegionMode} />
      {isLimited && (
        <>
          <RadioField name="geoFallback" label="无定位时" from={GeoFallback} />
          <OwnField
            name="regions"
            label="地区"
            isWide
            hasStar
            help="含所选地区的全部下级。定位精确到市，选到区的，同市的消费者都可以参加"
          >
            <RegionsInput placeholder="省、市或区，可多选" />
          </OwnField>
        </>
      )}
    </>
  );
};

const Which = () => (
  <>
    <RadioField name="rangeMode" label="码段限制" from={RangeMode} />
    {Form.useWatch('rangeMode') === RangeMode.ranges && <ScopeRanges />}
  </>
);

/** 新增活动范围 / 编辑活动范围. */
export const ScopeForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id,
    create: scopeApi.save,
    update: scopeApi.update,
    list: scopeApi.list,
    refresh: [scopeApi.info],
    load,
    blank: {
      regionMode: RegionMode.any,
      rangeMode: RangeMode.any,
      geoFallback: GeoFallback.refuse,
      regions: [],
      ranges: [],
      status: Enabled.on,
    },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? scopeApi.update.may : scopeApi.save.may))
    return <NoPermission permission={id ? '编辑活动范围' : '新增活动范围'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} owned={firmsOwn} />
        <TextField name="name" label="范围名称" isWide />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField
          name="status"
          label="启用此范围"
          on={0}
          off={1}
          help="停用后新活动不能再选择，已发布的活动不受影响"
        />
      </FormSection>
      <FormSection title="地区">
        <Where />
      </FormSection>
      <FormSection title="码段">
        <Which />
      </FormSection>
    </FormPage>
  );
};
