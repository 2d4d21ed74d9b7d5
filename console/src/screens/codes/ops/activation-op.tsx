import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { confirm } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { FileOp } from './file-op.tsx';
import { OpForm, OpPage } from './op-form.tsx';
import { RecentOps } from './recent-ops.tsx';
import { useLots, useProducts } from '../../../parts/pickers/use-choices.ts';
import { BindFields, ofLot, ofNewLot, targetOf, type Typed } from './bind-fields.tsx';

const blank: Typed = { policy: ConflictPolicy.refuse };

/** Product and lot that the address asks for, as the lists of lots do. */
const useAsked = (): Typed => {
  const [address] = useSearchParams();
  const idOf = (name: string) => Number(address.get(name)) || undefined;
  return { ...blank, productId: idOf('productId'), lotId: idOf('lotId') };
};

/** 批量启用: binds codes to a product and a lot, at once or at a later time. */
export const ActivationOp = () => {
  const [isNewLot, setIsNewLot] = useState(false);
  const [productId, setProductId] = useState<number>();
  const asked = useAsked();
  const products = useProducts();
  const lots = useLots(productId);
  const lotOf = (typed: Typed) =>
    lots.all.find(({ id, lotNo }) => (isNewLot ? lotNo === typed.lotNo : id === typed.lotId));
  return (
    <OpPage
      file={
        <FileOp
          endpoint={codeOpApi.importUse}
          biz="batch_use"
          thing="批量启用"
          when="要绑定到多个产品或批次时，可以在文件里逐行写明。"
        />
      }
    >
      <OpForm<Typed>
        // Another lot asked for is another form.
        key={asked.lotId}
        schema={isNewLot ? ofNewLot : ofLot}
        blank={asked}
        below={<RecentOps />}
        // Product and lot stay for the next codes.
        keeps={({ activateAt: _at, ...typed }) => typed}
        asked={(typed) => ({ productId: typed.productId, lotId: lotOf(typed)?.id })}
        more={(typed) => targetOf(typed, isNewLot)}
        plan={(typed) => ({
          check: codeOpApi.check,
          checkExport: codeOpApi.checkExport,
          submit: codeOpApi.use,
          agree: (n) => {
            const product = products.all.find(({ id }) => id === typed.productId)?.storeName ?? '';
            const lot = (isNewLot ? typed.lotNo : lotOf(typed)?.lotNo) ?? '';
            const when = typed.activateAt ? `于 ${typed.activateAt.slice(0, 16)} ` : '';
            const text = `将${countText(n)}个码${when}启用并绑定到 ${product} / ${lot}，确定启用？`;
            return confirm({ text, verb: '启用' });
          },
          done: ({ ok, taskId }) => (taskId === null ? `启用成功：${countText(ok)}个` : '提交成功'),
        })}
      >
        <BindFields isNewLot={isNewLot} setIsNewLot={setIsNewLot} onProduct={setProductId} />
      </OpForm>
    </OpPage>
  );
};
