import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldShopsApi, type FieldAgentRow, type FieldShopRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { Nothing, Tag, Thumb } from '../../parts/cards.tsx';
import { Choice } from '../../parts/choice.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import type { Receiver } from './shipping.ts';

/** Why a shop cannot receive goods: it is stopped, or nobody has passed it. */
const whyNot = ({ audit, status }: FieldShopRow): string => {
  if (status === Enabled.off) return '已停用';
  return audit === Review.passed || audit === Review.done ? '' : '未通过审核';
};

interface ChoiceProps {
  keywords: string;
  choose: (receiver: Receiver) => void;
}

const ReceiverRow = ({
  name,
  picture,
  text,
  barrier = '',
  choose,
}: {
  name: string;
  picture: string;
  text: string;
  /** Why it cannot be chosen. */
  barrier?: string;
  choose: () => void;
}) => (
  <button type="button" className="f-row" disabled={barrier !== ''} onClick={choose}>
    <Thumb address={picture} />
    <span className="f-body">
      <b>{name}</b>
      <span className="f-text">{text}</span>
    </span>
    {barrier ? (
      <span className="f-end">
        <Tag words={barrier} tone="idle" />
      </span>
    ) : (
      <span className="f-arrow">
        <FieldIcon name="next" size={18} />
      </span>
    )}
  </button>
);

const Shops = ({ keywords, choose }: ChoiceProps) => (
  <PagedRows<FieldShopRow>
    load={(page) => call(fieldShopsApi.list, { page, keywords })}
    empty={<Nothing icon="shop" words={keywords ? '没有符合条件的门店' : '还没有绑定到本经销商的门店'} />}
  >
    {(shop) => (
      <ReceiverRow
        key={shop.id}
        name={shop.name}
        picture={shop.doorImage}
        text={`${shop.regionName}${shop.address}`}
        barrier={whyNot(shop)}
        choose={() => choose({ kind: Holder.shop, id: shop.id, name: shop.name })}
      />
    )}
  </PagedRows>
);

const Agents = ({ keywords, choose }: ChoiceProps) => (
  <PagedRows<FieldAgentRow>
    load={(page) => call(fieldShopsApi.agents, { page, keywords })}
    empty={<Nothing icon="list" words={keywords ? '没有符合条件的经销商' : '没有下级经销商'} />}
  >
    {({ id, name, agentNo, regionName }) => (
      <ReceiverRow
        key={id}
        name={name}
        picture=""
        text={[agentNo, regionName].filter(Boolean).join(' · ')}
        choose={() => choose({ kind: Holder.agent, id, name })}
      />
    )}
  </PagedRows>
);

/** Shops of the dealer and dealers below him, to choose one from. */
export const Receivers = ({ choose }: { choose: (receiver: Receiver) => void }) => {
  const [kind, setKind] = useState<Receiver['kind']>(Holder.shop);
  const [keywords, setKeywords] = useState('');
  return (
    <div>
      <div className="f-tools">
        <Choice<Receiver['kind']>
          label="收货方类型"
          options={[
            { value: Holder.shop, words: '门店' },
            { value: Holder.agent, words: '下级经销商' },
          ]}
          chosen={kind}
          choose={setKind}
        />
      </div>
      <SearchBox placeholder="名称或编号" changed={setKeywords} />
      {kind === Holder.shop ? (
        <Shops key={keywords} keywords={keywords} choose={choose} />
      ) : (
        <Agents key={keywords} keywords={keywords} choose={choose} />
      )}
    </div>
  );
};
