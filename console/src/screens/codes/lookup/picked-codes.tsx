import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { Button } from 'antd';
import X from 'icon:x';
import { useState } from 'react';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { RebindOp } from '../ops/rebind-op.tsx';
import { VoidOp } from '../ops/void-op.tsx';
import { FreezeOp } from '../ops/freeze-op.tsx';
import { OpDrawer } from '../ops/op-drawer.tsx';

const ways = [
  { what: '改绑', may: codeOpApi.update.may },
  { what: '冻结', may: codeOpApi.freeze.may },
  { what: '解冻', may: codeOpApi.unfreeze.may },
  { what: '作废', may: codeOpApi.delete.may },
] as const;
type What = (typeof ways)[number]['what'];

const opFor = (what: What, codes: readonly string[]) => {
  if (what === '改绑') return <RebindOp codes={codes} isInDrawer />;
  if (what === '作废') return <VoidOp codes={codes} isInDrawer />;
  return <FreezeOp codes={codes} start={what === '解冻' ? 5 : 4} />;
};

/** The bar over ticked codes: 改绑, 冻结, 解冻 and 作废 of all of them, each with its pre-check. */
export const PickedCodes = ({
  codes,
  clear,
  changed,
}: {
  codes: readonly string[];
  clear: () => void;
  /** An operation was open: the codes may read otherwise now. */
  changed: (codes: readonly string[]) => void;
}) => {
  const [doing, setDoing] = useState<What>();
  const close = () => {
    setDoing(undefined);
    changed(codes);
  };
  return (
    <>
      <div className="zy-list-bar zy-list-batch">
        <span role="status">
          已选 <b>{countText(codes.length)}</b> 项
        </span>
        <i className="zy-list-divider" aria-hidden="true" />
        {ways.map(({ what, may }) => (
          <May key={what} of={may}>
            <Button danger={what === '作废'} onClick={() => setDoing(what)}>
              {what}
            </Button>
          </May>
        ))}
        <Button type="text" className="zy-list-unpick" icon={<X size={14} strokeWidth={1.6} />} onClick={clear}>
          取消选择
        </Button>
      </div>
      <OpDrawer isOpen={doing !== undefined} close={close} title={`${doing ?? ''}选中的编码`}>
        {doing && opFor(doing, codes)}
      </OpDrawer>
    </>
  );
};
