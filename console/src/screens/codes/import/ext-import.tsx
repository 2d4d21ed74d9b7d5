import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DupPolicy, ExtImportDraft, extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { id } from '@zhuiyuan/contract/kit/fields';
import { Form } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { confirm } from '../../../lib/toast.ts';
import { OwnField, RadioField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { taskList } from '../addresses.ts';
import { newKey } from '../../../lib/new-key.ts';
import { LotDialog } from '../../../parts/pickers/lot-dialog.tsx';
import { useLotDraft } from '../../../parts/pickers/use-lot-draft.ts';
import { ProductFields } from '../tasks/product-fields.tsx';
import { useChange } from '../use-change.ts';
import { useProduct } from '../../../parts/pickers/use-choices.ts';
import { CodeFile, type Preview } from './code-file.tsx';
import { MapColumns } from './map-columns.tsx';
import { RecentImports } from './recent-imports.tsx';
import { forgetUpload } from './send-chunks.ts';
import './ext-import.css';

const blank = () => ({
  level: Level.item,
  hasHeader: true,
  caseFold: false,
  dupPolicy: DupPolicy.skip,
  autoActivate: false,
  idemKey: newKey(),
});

/** Staff of the platform say whose codes these are; for all others it is their own firm. */
const ofFirm = ExtImportDraft.safeExtend({ firmId: id('请选择所属企业') });

const Fields = ({
  addLot,
  madeLot,
  preview,
  show,
}: {
  addLot: (productId: number) => void;
  madeLot: number | undefined;
  preview: Preview | undefined;
  show: (preview: Preview | undefined) => void;
}) => {
  const form = Form.useFormInstance();
  const productId = Form.useWatch<number | undefined>('productId', form);
  const lotId = Form.useWatch<number | undefined>('lotId', form);
  const product = useProduct(productId);
  const canActivate = Boolean(productId && lotId);
  useChange(canActivate, () => {
    if (!canActivate) form.setFieldValue('autoActivate', false);
  });
  return (
    <div className="zy-ext">
      <FormSection title="文件">
        <OwnField name="uploadId" label="码文件" isWide>
          <CodeFile shown={show} />
        </OwnField>
        {preview && (
          <OwnField name="columns" label="各列内容" isWide>
            <MapColumns preview={preview} />
          </OwnField>
        )}
        <TextField
          name="urlPrefix"
          label="链接前缀"
          placeholder="如 https://q.example.com/v/"
          hint="印刷的是链接时填写，导入和查询时都会去掉它"
        />
        <SwitchField
          name="caseFold"
          label="不区分大小写"
          on={true}
          off={false}
          help="编码统一按大写保存，大小写写法都能查到"
        />
      </FormSection>
      <FormSection title="产品与批次">
        <ProductFields product={product} addLot={addLot} made={madeLot} />
        <RadioField name="level" label="层级" from={Level} hint="文件里被其他编码当作上级的，自动成为上一层级" />
        <RadioField name="dupPolicy" label="重复的编码" from={DupPolicy} />
        <SwitchField
          name="autoActivate"
          label="导入后自动启用"
          on={true}
          off={false}
          disabled={!canActivate}
          help={canActivate ? '导入后即绑定所选产品和批次，消费者可查询' : '须先选择产品和批次'}
        />
      </FormSection>
      <RecentImports />
    </div>
  );
};

/** 批量导入码: codes that others printed, from a file of up to ten million lines. */
export const ExtImport = () => {
  const isPlatform = useIsPlatform();
  const leaveTab = useLeaveTab();
  const [madeLot, setMadeLot] = useState<number>();
  const [preview, setPreview] = useState<Preview>();
  const lotDraft = useLotDraft(setMadeLot);
  const draft = usePageDraft({
    id: undefined,
    create: extImportApi.save,
    load: () => Promise.resolve({}),
    blank,
    refresh: [importTaskApi.list],
    done: { create: '提交成功' },
    onSaved: (_data, values) => {
      forgetUpload(String(values['uploadId']));
      setPreview(undefined);
      draft.open();
    },
  });
  const submit = async (values: Record<string, unknown>) => {
    try {
      await draft.submit(values);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== jobRefusals.sameFile[0]) throw error;
      if (await confirm({ text: error.message })) await draft.submit({ ...values, again: true });
    }
  };
  const own = { ...draft, submit, close: () => leaveTab(taskList), schema: isPlatform ? ofFirm : draft.schema };
  return (
    <>
      <FormPage draft={own} save="开始导入">
        <Fields
          key={draft.round}
          addLot={(productId) => lotDraft.open(undefined, { productId })}
          madeLot={madeLot}
          preview={preview}
          show={setPreview}
        />
      </FormPage>
      <LotDialog draft={lotDraft} />
    </>
  );
};
