import { batchApi } from '@zhuiyuan/contract/codes/batch';
import type { Pick } from '@zhuiyuan/contract/codes/pick';
import { identityApi } from '@zhuiyuan/contract/codes/identity';
import { taskApi } from '@zhuiyuan/contract/codes/task';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { lotApi } from '@zhuiyuan/contract/trace/lot';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/numbers.ts';
import { useSubmitLock } from '../../../parts/use-submit-lock.ts';
import { newKey } from '../new-key.ts';
import type { Target } from './target.ts';

export type Checked = DataOf<(typeof batchApi)['check']>;
export type Used = DataOf<(typeof batchApi)['use']>;

/** Names the confirmation speaks of. */
export interface TargetNames {
  product: string;
  lot: string;
  /** The chosen lot, also when its number was typed as a new one. */
  lotId: number | undefined;
}

const changed = [batchApi.list, identityApi.list, identityApi.info, taskApi.list, taskApi.info, lotApi.listAll];

/** What a pre-check was made for; another choice, product or lot needs another one. */
export const checkedFor = (pick: Pick, { productId, lotId, lot }: Target): string =>
  JSON.stringify([pick, productId, lot ?? lotId]);

/** The dry run and the activation itself. `checked` holds for exactly what `checkedFor` names. */
export const useActivation = ({ reset }: { reset: () => void }) => {
  const client = useQueryClient();
  const [idemKey, setIdemKey] = useState(newKey);
  const [checked, setChecked] = useState<{ of: string; data: Checked }>();
  const [used, setUsed] = useState<Used>();
  const [isChecking, lockCheck] = useSubmitLock();
  const [isUsing, lockUse] = useSubmitLock();

  const check = (pick: Pick, target: Target, { lotId }: TargetNames) =>
    lockCheck(async () => {
      setUsed(undefined);
      const data = await call(batchApi.check, { pick, productId: target.productId, lotId }, { quiet: true });
      setChecked({ of: checkedFor(pick, target), data });
    });

  const use = (pick: Pick, target: Target, { product, lot }: TargetNames) =>
    lockUse(async () => {
      const { ok = 0, repeat = 0 } = checked?.data ?? {};
      const n = countText(ok - repeat);
      if (!(await confirm({ text: `将${n}个码启用并绑定到 ${product} / ${lot}，确定启用？`, verb: '启用' }))) return;
      const draft = { ...target, pick, idemKey } as QueryOf<(typeof batchApi)['use']>;
      try {
        const data = await call(batchApi.use, draft, { quiet: true });
        toast.success(`启用成功：${countText(data.ok)}个`);
        setUsed(data);
        setIdemKey(newKey());
        reset();
        for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
      } finally {
        // Done or refused, what was checked is no longer so.
        setChecked(undefined);
      }
    });

  return { checked, used, isChecking, isUsing, check, use };
};
