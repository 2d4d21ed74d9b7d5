import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import {
  needApplyApi,
  type NeedApply,
  type NeedApplyRow,
  type NeedGoods,
} from '@zhuiyuan/contract/movement/replenish/need-apply';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Form } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useRead } from '../../../lib/use-read.ts';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { AreaField, MoneyField, NumberField, RadioField } from '../../../parts/form/fields.tsx';
import { RowContext } from '../../../parts/form/form-context.ts';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { contentKey } from '../../../lib/new-key.ts';
import { needChanges } from './need-changes.ts';
import { qtyText } from './need-columns.tsx';
import './need.css';

const Verdict = enumeration({ true: { label: '通过' }, false: { label: '不通过' } });

interface AuditDraft extends Draft<NeedApplyRow> {
  apply: NeedApply | undefined;
}

/** Which request is judged: its lines are fetched when it is opened. */
export const useApplyAudit = (): AuditDraft => {
  const [apply, setApply] = useState<NeedApply>();
  const [keyFor] = useState(contentKey);
  const draft = useDraft({
    create: needApplyApi.audit,
    list: needApplyApi.list,
    refresh: needChanges,
    from: async ({ id }) => {
      const whole = await call(needApplyApi.info, { id }, { quiet: true });
      setApply(whole);
      return {
        id,
        pass: 'true',
        items: whole.items.map((item) => ({ id: item.id, approveQty: item.qty, price: item.price })),
      } as never;
    },
    done: { update: '审核完成' },
    onSaved: ({ orderNo }) => orderNo && toast.success(`已生成要货订单${orderNo}`),
  });
  const schema = draft.schema.superRefine((values, context) => {
    const { items = [] } = values as { items?: { approveQty: number }[] };
    for (const [at, { approveQty }] of items.entries())
      if (approveQty > (apply?.items[at]?.qty ?? approveQty))
        context.addIssue({ code: 'custom', path: ['items', at, 'approveQty'], message: moveRefusals.overApplied[1] });
  });
  return { ...draft, schema, apply, submit: (values) => draft.submit({ ...values, idemKey: keyFor(values) }) };
};

const Line = ({
  item,
  known,
  disabled,
}: {
  item: NeedApply['items'][number];
  known: NeedGoods | undefined;
  disabled: boolean;
}) => (
  <div>
    <span>
      <b>{item.storeName}</b>
      <p>
        申请 {qtyText(item)}（{countText(item.itemQty)} 件）
      </p>
      {known && (
        <p>
          经销商在手 {countText(known.handQty)} 件，近30天发出 {countText(known.outQty)} 件
          {known.supplierQty !== null && `；可用库存 ${countText(known.supplierQty)} 件`}
        </p>
      )}
    </span>
    <NumberField name="approveQty" label="批准数量" unit={NeedUnit.label(item.unit)} min={0} disabled={disabled} />
    <MoneyField name="price" label="单价" disabled={disabled} />
  </div>
);

const Lines = ({ apply }: { apply: NeedApply }) => {
  const pass = Form.useWatch<string | undefined>('pass');
  const { data } = useRead(needApplyApi.goods, {
    agentId: apply.agentId,
    toAgentId: apply.toAgentId ?? undefined,
    productIds: apply.items.map(({ productId }) => productId).join(','),
  });
  return (
    <div className="zy-need-audit" role="group" aria-label="批准数量和单价">
      <Form.List name="items">
        {(rows) =>
          rows.map((row) => {
            const item = apply.items[row.name];
            if (!item) return null;
            return (
              <RowContext key={row.key} value={{ path: ['items', row.name], at: row.name }}>
                <Line
                  item={item}
                  known={data?.find(({ productId }) => productId === item.productId)}
                  disabled={pass === 'false'}
                />
              </RowContext>
            );
          })
        }
      </Form.List>
    </div>
  );
};

/** 审核: what is granted of each line and for how much, then 通过 or 不通过 with why. */
export const ApplyAudit = ({ draft: { apply, ...draft } }: { draft: AuditDraft }) => (
  <FormModal draft={draft} title={`审核要货申请 ${draft.row?.applyNo ?? ''}`} save="确定" width={640}>
    {apply && apply.id === draft.row?.id && <Lines apply={apply} />}
    <RadioField name="pass" label="审核结果" from={Verdict} />
    <AreaField name="remark" label="审核意见" rows={2} placeholder="不通过时必填" />
  </FormModal>
);
