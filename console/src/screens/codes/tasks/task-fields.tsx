import { Faces, FileType, LabelMould, PrintColor, UrlStyle } from '@zhuiyuan/contract/codes/state/code-enums';
import { noGs1Text } from '@zhuiyuan/contract/codes/tasks/task-draft';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { Form } from 'antd';
import {
  AreaField,
  NumberField,
  OwnField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { useChange } from '../use-change.ts';
import { useProduct } from '../../../parts/pickers/use-choices.ts';
import { CountFields } from './count-fields.tsx';
import { EstimatePanel, useEstimate } from './estimate-panel.tsx';
import type { EstimatedDraft } from './estimate-input.ts';
import { FormatCards } from './format-cards.tsx';
import { ProductFields } from './product-fields.tsx';

const pins = [
  { value: 0, label: '无' },
  { value: 4, label: '4 位' },
  { value: 6, label: '6 位' },
];
const onlyCode = 3;

/** The fields of a code task beside what they would make. */
export const TaskFields = ({
  addLot,
  madeLot,
}: {
  addLot: (productId: number) => void;
  madeLot: number | undefined;
}) => {
  const form = Form.useFormInstance();
  const draft = (Form.useWatch([], { form, preserve: true }) ?? {}) as EstimatedDraft & { lotId?: number };
  const product = useProduct(draft.productId ?? undefined);
  const isPlatform = useIsPlatform();
  const estimate = useEstimate(draft);
  const hosts = estimate.data;

  // Digits are easy to guess, so they come with a verify code.
  useChange(draft.fmt, (fmt) => {
    if (fmt === 'N20' && form.getFieldValue('pinLen') === 0) form.setFieldValue('pinLen', 6);
  });
  // What the product asks for is asked for its codes.
  useChange(product?.id, () => {
    if (product && form.isFieldTouched('productId')) form.setFieldValue('regOn', product.regOn);
  });
  const canActivate = Boolean(draft.productId && draft.lotId);
  useChange(canActivate, () => {
    if (!canActivate) form.setFieldValue('autoActivate', false);
  });
  return (
    <div className="zy-task-form">
      <div>
        <FormSection title="产品与批次">
          <ProductFields product={product} addLot={addLot} made={madeLot} />
        </FormSection>
        <FormSection title="码制">
          <OwnField name="fmt" label="码制" isWide noLabel>
            <FormatCards />
          </OwnField>
          <RadioField
            name="faces"
            label="明码与暗码"
            from={Faces}
            hint="暗码印在涂层或包装内，与明码是同一个码的两面"
          />
          <RadioField name="pinLen" label="防伪验证码" from={draft.fmt === 'N20' ? pins.slice(1) : pins} />
        </FormSection>
        <FormSection title="数量">
          <CountFields product={product} />
        </FormSection>
        <FormSection title="码内容与文件">
          <RadioField
            name="urlStyle"
            label="码内容"
            from={UrlStyle}
            isWide
            help={
              draft.urlStyle === UrlStyle.gs1 && product && !(product.gtinKind === GtinKind.gs1 && product.gtin)
                ? noGs1Text
                : undefined
            }
          />
          {hosts?.firmHost && draft.urlStyle !== onlyCode && (
            <SelectField
              name="usesFirmDomain"
              label="域名"
              from={[
                { value: 0, label: hosts.platformHost },
                { value: 1, label: hosts.firmHost },
              ]}
              placeholder={hosts.platformHost}
            />
          )}
          <RadioField
            name="fileType"
            label="文件格式"
            from={FileType}
            hint="csv 与 xlsx 含序号、编码和链接，xlsx 最多 10 万个码；txt 每行一个链接"
          />
          <NumberField name="fileRows" label="每个文件条数" unit="条" min={1} />
          <NumberField name="maxDownload" label="下载次数限制" unit="次" min={1} />
          <RadioField name="mouldId" label="标签模板" from={LabelMould} />
          <RadioField name="printColor" label="打印颜色" from={PrintColor} />
          <TextField name="printer" label="印刷厂" placeholder="选填" />
        </FormSection>
        <FormSection title="其他">
          <SwitchField
            name="autoActivate"
            label="生成后自动启用"
            on={true}
            off={false}
            disabled={!canActivate}
            help={canActivate ? '码包生成后即绑定所选产品和批次，消费者可查询' : '须先选择产品和批次'}
          />
          <SwitchField
            name="regOn"
            label="标识注册"
            on={true}
            off={false}
            help="生成后把各码段注册到企业的标识节点，每个码都能由标识解析"
          />
          <AreaField name="remark" label="备注" />
        </FormSection>
      </div>
      <EstimatePanel
        fmt={draft.fmt}
        hasFirm={!isPlatform || Boolean(draft.firmId)}
        data={estimate.data}
        error={estimate.error}
      />
    </div>
  );
};
