import { querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { verdictVariables } from '@zhuiyuan/contract/scan/query/verdict-text';
import { Form } from 'antd';
import { AreaField } from '../../../parts/form/fields.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { useProducts } from '../../../parts/pickers/use-choices.ts';
import { useRead } from '../../../lib/use-read.ts';
import { VerdictPreview } from './verdict-preview.tsx';

interface Values {
  firmId?: number;
  productIds?: number[];
  servicePhone?: string;
  showFirstInfo?: boolean;
  texts?: Record<string, string>;
}

/** One text per verdict, each with what the shopper will read beside it. */
export const TextFields = () => {
  const values = (Form.useWatch([], Form.useFormInstance()) ?? {}) as Values;
  const isPlatform = useIsPlatform();
  const products = useProducts(values.firmId);
  const { data: start } = useRead(
    querySettingApi.blank,
    isPlatform ? (values.firmId === undefined ? undefined : { firmId: values.firmId }) : {},
  );
  const product = products.all.find(({ id }) => id === values.productIds?.[0]) ?? products.rows[0];
  return (
    <>
      <ul className="zy-variables" aria-label="可用的变量">
        {Object.entries(verdictVariables).map(([name, words]) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {words}
          </li>
        ))}
      </ul>
      {Verdict.options.map(({ value, label }) => (
        <div key={value} className="zy-verdict-row">
          <AreaField
            name={`texts.${value}`}
            label={label}
            placeholder="请输入提示语"
            rows={2}
            isWide={false}
            help={
              value === 'INVALID' || value === 'LIMITED'
                ? '此时还不知道是哪家企业的码，只在企业自己的域名上显示这句'
                : undefined
            }
          />
          <VerdictPreview
            verdict={value}
            text={values.texts?.[value] ?? ''}
            firm={start?.firmName ?? '示例企业'}
            product={product?.storeName ?? '示例产品'}
            phone={values.servicePhone || start?.servicePhone || ''}
            showsFirst={values.showFirstInfo ?? true}
          />
        </div>
      ))}
    </>
  );
};
