import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { CategoryType } from '@zhuiyuan/contract/category/category';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { productPage } from '../../../lib/object-addresses.ts';
import { CategoryInput } from './category-input.tsx';
import { MoneyField, NumberField, OwnField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { ImageField, ImagesField } from '../../../parts/gallery/image-field.tsx';
import { RichField } from '../../../parts/form/rich-field.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { VideoInput } from '../../../parts/gallery/video-input.tsx';
import { GtinFields, PackFields, UnitInput } from './product-fields.tsx';
import { ProductRegistration } from './product-registration.tsx';
import { RequiredFlows } from './required-flows.tsx';
import { TemplateField } from './template-field.tsx';

const list = '/identity/productManager';
/** Fields that hold rows of the product's firm. */
const firmsOwn = ['tempId', 'flowTypeIds'];

const load = async (id: number) => {
  const product = await call(productApi.info, { id }, { quiet: true });
  return {
    ...product,
    regTemplate: product.regTemplate.map((item) => ({ ...item, field: item.field || undefined })),
    gtin: shownGtin(product.gtin),
    classId: product.classId ?? undefined,
    price: product.price ?? undefined,
    shelfLife: product.shelfLife ?? undefined,
  };
};

/** 新增产品 / 编辑产品, in the steps 基本信息, 包装与条码, 图文介绍, 溯源设置. */
export const ProductForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const toNext = useNextStep();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: productApi.save,
    update: productApi.update,
    list: productApi.list,
    refresh: [productApi.info],
    load,
    blank: {
      gtinKind: GtinKind.gs1,
      shelfUnit: ShelfUnit.month,
      boxNum: 0,
      caseNum: 0,
      allowMix: false,
      images: [],
      status: Enabled.on,
    },
    onSaved: () => leaveTab(list),
    next: (made) => toNext('新增批次', productPage(made.id), lotApi.save.may),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? productApi.update.may : productApi.save.may))
    return <NoPermission permission={id ? '编辑产品' : '新增产品'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }} isStepped>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} owned={firmsOwn} />
        <TextField name="storeName" label="产品名称" />
        <TextField name="productNo" label="产品编号" placeholder="不填则自动编号" />
        <OwnField name="classId" label="产品分类">
          <CategoryInput type={CategoryType.product} placeholder="请选择产品分类" />
        </OwnField>
        <TextField name="brand" label="品牌" />
        <TextField name="spec" label="规格型号" placeholder="如 250g/盒" />
        <OwnField name="unit" label="计量单位">
          <UnitInput />
        </OwnField>
        <TextField name="origin" label="产地" />
        <MoneyField name="price" label="建议零售价" />
        <NumberField name="shelfLife" label="保质期" placeholder="不填则批次不自动算有效期" />
        <SelectField name="shelfUnit" label="保质期单位" from={ShelfUnit} />
        <TextField name="standardNo" label="执行标准号" placeholder="如 GB/T 18650" />
        <TextField name="licenseNo" label="生产许可证号" placeholder="如 SC11433010600001" />
      </FormSection>
      <FormSection title="包装与条码">
        <GtinFields kinds={GtinKind} />
        <PackFields />
      </FormSection>
      <FormSection title="图文介绍">
        <ImageField name="image" label="产品主图" help="列表和消费者的查询结果页都显示这张图" />
        <ImagesField name="images" label="轮播图" most={10} help="最多 10 张，可拖动调整顺序" />
        <OwnField name="video" label="视频" help="mp4，消费者点击后播放">
          <VideoInput />
        </OwnField>
        <RichField name="detail" label="产品详情" help="溯源模板的产品信息组件可以显示这段介绍" />
      </FormSection>
      <FormSection title="溯源设置">
        <TemplateField />
        <RequiredFlows />
        <ProductRegistration />
        <TextField name="remark" label="备注" isWide />
        <SwitchField
          name="status"
          label="启用此产品"
          on={0}
          off={1}
          help="停用后不能再启用该产品的码，已启用的码仍可查询"
        />
      </FormSection>
    </FormPage>
  );
};
