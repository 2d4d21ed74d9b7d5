import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { Industry, type platformFields } from '@zhuiyuan/contract/parties/firm/firm-draft';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { session, useMay } from '../../../lib/session.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { ImageField, ImagesField } from '../../../parts/gallery/image-field.tsx';
import { RichField } from '../../../parts/form/rich-field.tsx';
import { PlaceFields } from '../place-fields.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';

const list = '/identity/firmManager';

const load = async (id: number) => {
  const firm = await call(firmApi.info, { id }, { quiet: true });
  return {
    ...firm,
    validFrom: firm.validFrom ?? undefined,
    validTo: firm.validTo ?? undefined,
    codeQuota: firm.codeQuota ?? undefined,
  };
};

/** 新增企业 / 编辑企业. Staff of the firm itself see what the platform keeps, but cannot change it. */
export const FirmForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const toNext = useNextStep();
  const isPlatform = session.use((current) => current?.admin.firmId === null);
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: firmApi.save,
    update: firmApi.update,
    list: firmApi.list,
    refresh: [firmApi.info],
    load,
    blank: { status: Enabled.on, images: [] },
    onSaved: () => leaveTab(list),
    next: () => toNext('新增产品', '/identity/productCreat', productApi.save.may),
  });
  const platformField = (name: (typeof platformFields)[number]) => ({ name, disabled: !isPlatform });
  const platformHelp = isPlatform ? undefined : '由平台维护';
  if (!may(id ? firmApi.update.may : firmApi.save.may) || (!id && !isPlatform))
    return <NoPermission permission={id ? '编辑企业' : '新增企业'} />;
  return (
    <FormPage draft={{ ...draft, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <TextField name="name" label="企业名称" />
        <TextField name="shortName" label="企业简称" />
        <TextField
          {...platformField('creditCode')}
          label="统一社会信用代码"
          placeholder="营业执照上的18位代码"
          help={platformHelp}
        />
        <TextField {...platformField('firmNo')} label="企业编号" placeholder="不填则自动编号" help={platformHelp} />
        <SelectField name="industry" label="所属行业" from={Industry} />
        <TextField name="legalName" label="法人" />
        <ImageField name="licenseImage" label="营业执照" />
        <ImageField name="logo" label="企业标志" />
        <ImagesField name="images" label="企业相册" most={10} help="最多 10 张，可拖动调整顺序" />
      </FormSection>
      <FormSection title="联系方式">
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" placeholder="手机号或固定电话" />
        <PlaceFields />
        <TextField name="email" label="邮箱" />
        <TextField name="servicePhone" label="客服电话" help="显示在消费者的查询结果页" />
        <TextField name="website" label="官网" placeholder="https://" isWide />
        <RichField name="intro" label="企业介绍" help="溯源模板的企业介绍组件显示这段内容" />
      </FormSection>
      <FormSection title="标识">
        <TextField name="gcp" label="GS1厂商识别代码" placeholder="7-10 位数字" />
        <TextField name="gln" label="GLN" placeholder="13 位全球位置码" />
        <TextField
          {...platformField('domain')}
          label="专属扫码域名"
          placeholder="如 s.example.com"
          help={platformHelp ?? '需将域名解析到平台'}
        />
      </FormSection>
      <FormSection title="服务">
        <DateField {...platformField('validFrom')} label="服务开始日期" help={platformHelp} />
        <DateField {...platformField('validTo')} label="服务结束日期" help={platformHelp} />
        <NumberField
          {...platformField('codeQuota')}
          label="码额度"
          unit="个"
          placeholder="不填则不限"
          min={0}
          help={platformHelp}
        />
        <TextField name="remark" label="备注" />
        <SwitchField
          {...platformField('status')}
          label="启用此企业"
          on={0}
          off={1}
          help="停用后该企业账号将无法登录，已发行的码仍可查询"
        />
      </FormSection>
    </FormPage>
  );
};
