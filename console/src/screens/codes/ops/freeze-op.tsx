import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { ConflictPolicy, FreezeDraft } from '@zhuiyuan/contract/codes/ops/op-draft';
import { z } from 'zod';
import { confirm } from '../../../lib/toast.ts';
import { AreaField, RadioField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { OpForm } from './op-form.tsx';
import { PolicyField } from './policy-field.tsx';
import { OpDrawer } from './op-drawer.tsx';

interface Typed {
  act?: 4 | 5;
  reason?: string;
  policy?: number;
}

const { reason, policy } = FreezeDraft.shape;
const form = z.object({ act: z.literal([4, 5]), reason, policy });
const blank: Typed = { act: OpType.freeze, policy: ConflictPolicy.refuse };
const acts = [
  { value: 4, label: '冻结' },
  { value: 5, label: '解冻' },
];

/** 冻结 or 解冻 of chosen codes: frozen codes say so to shoppers until they are thawed. */
export const FreezeOp = ({ codes, start = 4 }: { codes?: readonly string[]; start?: 4 | 5 }) => (
  <OpForm<Typed>
    isInDrawer
    codes={codes}
    schema={form}
    blank={{ ...blank, act: start }}
    keeps={(typed) => ({ ...blank, act: typed.act })}
    asked={({ act }) => ({ opType: act ?? OpType.freeze })}
    more={(typed) => ({ reason: typed.reason })}
    plan={({ act }) => {
      const verb = act === OpType.unfreeze ? '解冻' : '冻结';
      return {
        check: codeOpApi.check,
        checkExport: codeOpApi.checkExport,
        submit: act === OpType.unfreeze ? codeOpApi.unfreeze : codeOpApi.freeze,
        agree: (n) => confirm({ text: `确定${verb}${countText(n)}个码？`, verb }),
        done: ({ ok, taskId }) => (taskId === null ? `${verb}成功：${countText(ok)}个` : '提交成功'),
      };
    }}
  >
    <FormSection title="操作与原因">
      <RadioField name="act" label="操作" from={acts} isWide />
      <AreaField name="reason" label="原因" placeholder="请填写原因" rows={2} isWide />
      <PolicyField />
    </FormSection>
  </OpForm>
);

/** 冻结/解冻 beside the list of operations. */
export const FreezeDrawer = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <OpDrawer isOpen={isOpen} close={close} title="冻结/解冻">
    <FreezeOp />
  </OpDrawer>
);
