import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { useState } from 'react';
import { confirm } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { FileOp } from './file-op.tsx';
import { OpForm, type OpPlace, OpPage } from './op-form.tsx';
import { useChannels, useLots, useProducts } from '../../../parts/pickers/use-choices.ts';
import { RebindFields, rebindForm } from './rebind-fields.tsx';
import { RecentOps } from './recent-ops.tsx';

const recent = <RecentOps />;

/** 批量改绑: binds active codes to another product, lot or channel. */
export const RebindPage = () => (
  <OpPage
    file={
      <FileOp
        endpoint={codeOpApi.importUpdate}
        biz="batch_update"
        thing="批量改绑"
        when="要改到多个产品、批次或渠道时，可以在文件里逐行写明。"
      />
    }
  >
    <RebindOp below={recent} />
  </OpPage>
);

interface Typed {
  newProductId?: number;
  newLotId?: number;
  newChannelId?: number;
  force?: boolean;
  reason?: string;
  policy?: number;
}

const blank: Typed = { policy: ConflictPolicy.refuse };

/** 改绑 of chosen codes to another product, lot or channel. What they are bound to now stands beside the form. */
export const RebindOp = ({ below, codes, isInDrawer }: OpPlace) => {
  const [productId, setProductId] = useState<number>();
  const products = useProducts();
  const lots = useLots(productId);
  const channels = useChannels();
  const nameOf = ({ newLotId, newChannelId }: Typed) => {
    const lot = lots.all.find(({ id }) => id === newLotId);
    const product = lot && products.all.find(({ id }) => id === productId)?.storeName;
    const channel = channels.all.find(({ id }) => id === newChannelId)?.name;
    return [product, lot?.lotNo, channel && `渠道 ${channel}`].filter(Boolean).join(' / ');
  };
  return (
    <OpForm<Typed>
      schema={rebindForm}
      blank={blank}
      below={below}
      codes={codes}
      isInDrawer={isInDrawer}
      asked={({ newProductId, newLotId, newChannelId, force }) => ({
        opType: OpType.rebind,
        newProductId,
        newLotId,
        newChannelId,
        force,
      })}
      more={({ reason }) => ({ reason })}
      to={nameOf}
      plan={(typed) => ({
        check: codeOpApi.check,
        checkExport: codeOpApi.checkExport,
        submit: codeOpApi.update,
        agree: (n, from) =>
          confirm({
            text: `将${countText(n)}个码由 ${from} 改绑为 ${nameOf(typed)}，消费者查询结果将随之改变，确定？`,
            verb: '改绑',
          }),
        done: ({ ok, taskId }) => (taskId === null ? `改绑成功：${countText(ok)}个` : '提交成功'),
      })}
    >
      <RebindFields onProduct={setProductId} />
    </OpForm>
  );
};
