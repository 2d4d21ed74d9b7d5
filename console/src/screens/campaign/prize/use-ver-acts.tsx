import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { optionalText, text } from '@zhuiyuan/contract/kit/fields';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { verificationApi, type VerRow } from '@zhuiyuan/contract/redeem/verification';
import { useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import type { Act } from '../../../parts/list/acts.tsx';

/** Lists that a reversal or a note changes. */
const shown = [verificationApi.board, verificationApi.info];
const shape = verificationApi.update.input.shape;

/** Why a verification is not taken back; nothing where it may be. */
const blockedBy = ({ mayReverse, settleState }: VerRow): string | undefined => {
  if (mayReverse) return undefined;
  return settleState === SettleState.open ? '只能冲正24小时内未结算的核销' : '已结算的核销不能冲正';
};

/** 冲正 and 修改备注 of what a shop handed out; `layers` are their dialogs. */
export const useVerActs = (): { of: (row: VerRow) => Act[]; layers: ReactNode } => {
  const [asked, setAsked] = useState<VerRow>();
  const common = { create: verificationApi.update, list: verificationApi.list, refresh: shown };
  const reverse = useDraft({ ...common, done: { create: '操作成功' } });
  const note = useDraft({ ...common, done: { create: '编辑成功' } });
  const reverseSchema = useMemo(
    () => z.object({ id: shape.id, status: shape.status, reason: text('冲正原因', { max: 100 }) }),
    [],
  );
  const noteSchema = useMemo(
    () => z.object({ id: shape.id, version: shape.version, remark: optionalText('备注', 100) }),
    [],
  );
  const of = (row: VerRow): Act[] => [
    ...(row.status === VerStatus.done
      ? [
          {
            label: '冲正',
            may: verificationApi.update.may,
            destructive: true,
            asksItself: true,
            blocked: blockedBy(row),
            run: () => {
              setAsked(row);
              reverse.open(undefined, { id: row.id, status: VerStatus.reversed });
            },
          },
        ]
      : []),
    {
      label: '修改备注',
      may: verificationApi.update.may,
      run: () => {
        setAsked(row);
        note.open(undefined, { id: row.id, version: row.version, remark: row.remark });
      },
    },
  ];
  return {
    of,
    layers: (
      <>
        <FormModal draft={{ ...reverse, schema: reverseSchema }} title="冲正核销" save="冲正">
          <p className="zy-ver-ask">
            冲正后奖品恢复为未领取，确定冲正？
            <b>
              {asked?.shopName} {asked?.prizeName}
            </b>
            {asked && asked.deductAmount > 0 && `，门店的抵扣减少 ¥${moneyText(asked.deductAmount)}`}
          </p>
          <AreaField name="reason" label="冲正原因" rows={2} />
        </FormModal>
        <FormModal draft={{ ...note, schema: noteSchema }} title="修改备注" save="保存">
          <AreaField name="remark" label="备注" rows={2} placeholder={`核销单 ${asked?.verNo ?? ''}`} />
        </FormModal>
      </>
    ),
  };
};
