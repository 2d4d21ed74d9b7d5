import { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import { shopJoinApi, type ShopJoin } from '@zhuiyuan/contract/fieldwork/shop-join';
import { Review } from '@zhuiyuan/contract/kit/review';
import { useState } from 'react';
import { accountToken, keepToken } from '../../../lib/account-token.ts';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { chooseRole, keepInvite } from '../../lib/session.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import { Failure } from '../../../parts/waiting.tsx';
import { Card, Skeleton } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Saying } from '../gate.tsx';
import { ApplyForm } from './apply-form.tsx';
import { isOpen, ReviewHead, ShopFacts } from './apply.tsx';

const title = '门店入驻';

/** Whom the shop joins, as one reads it before anything is asked. */
const nameOf = ({ firmName, agentName }: ShopJoin): string => [firmName, agentName].filter(Boolean).join(' · ');

const JoinForm = ({ code, joined, done }: { code: string; joined: ShopJoin; done: () => void }) => (
  <ApplyForm
    title={title}
    shop={joined.mine}
    head={
      joined.mine ? (
        <ReviewHead shop={joined.mine} />
      ) : (
        <Card>
          <p className="f-text">{`申请入驻：${nameOf(joined)}。请如实填写，审核通过后即可在本机使用门店功能。`}</p>
        </Card>
      )
    }
    query={() => `?${new URLSearchParams({ invite: code }).toString()}`}
    findRegions={(pid) => call(publicRedeemApi.regions, { pid })}
    send={(words) => call(shopJoinApi.apply, { ...words, code })}
    done={done}
  />
);

const Invited = ({ joined, begin }: { joined: ShopJoin; begin: () => Promise<void> }) => {
  const [error, setError] = useState('');
  const press = async (): Promise<void> => {
    setError('');
    try {
      await begin();
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  const phone = joined.servicePhone.replace(/[^\d+,;*#-]/g, '');
  return (
    <Screen title={title} bar={null}>
      <section className="card centred f-gate">
        <span className="f-initial" aria-hidden="true">
          {joined.firmName.slice(0, 1)}
        </span>
        <h1 tabIndex={-1}>{joined.firmName}</h1>
        <p>{joined.agentName ? `由经销商${joined.agentName}邀请门店入驻` : '邀请门店入驻'}</p>
        <p className="f-text">需要门店资料、统一社会信用代码、门头和营业执照照片，约 3 分钟填完。</p>
        <p className="error" role="alert">
          {error}
        </p>
        <BusyButton busy="正在打开" act={press}>
          填写入驻资料
        </BusyButton>
        {phone && (
          <a className="f-link" href={`tel:${phone}`}>
            联系企业
          </a>
        )}
      </section>
    </Screen>
  );
};

const Joined = ({ code, joined, reload }: { code: string; joined: ShopJoin; reload: () => void }) => {
  const [isBegun, setBegun] = useState(false);
  const isLeft = useLeft();
  const begin = async (): Promise<void> => {
    keepToken((await call(shopJoinApi.begin, { code })).token);
    setBegun(true);
    if (!isLeft.current) scrollTo(0, 0);
  };
  const { mine } = joined;
  if (!mine && !isBegun) return <Invited joined={joined} begin={begin} />;
  if (!mine || isOpen(mine)) return <JoinForm code={code} joined={joined} done={reload} />;
  return (
    <Screen
      title={title}
      bar={null}
      foot={
        mine.audit === Review.waiting && (
          <button type="button" className="button" onClick={reload}>
            刷新进度
          </button>
        )
      }
    >
      <ReviewHead shop={mine} />
      <Card>
        <p className="f-text">{`申请入驻：${nameOf(joined)}`}</p>
      </Card>
      <ShopFacts shop={mine} />
    </Screen>
  );
};

const NotOpened = ({ words, retry }: { words: string; retry: () => void }) =>
  // Without an account there is nothing to go back to.
  accountToken() ? (
    <Screen title={title}>
      <Failure words={words} retry={retry} />
    </Screen>
  ) : (
    <Saying title="没有打开" icon="cross" words={words}>
      <button type="button" className="button" onClick={retry}>
        重新加载
      </button>
    </Saying>
  );

/** 门店入驻 by the link of a firm or dealer: the form of a shop that nobody knows yet, then what came of it. */
export const JoinPage = ({ code }: { code: string }) => {
  const isLeft = useLeft();
  const load = async (): Promise<ShopJoin> => {
    const joined = await call(shopJoinApi.info, { code });
    if (isLeft.current) return joined;
    keepInvite(code);
    if (joined.role) {
      chooseRole(joined.role);
      toast('门店已入驻');
      go('/r', { replaces: true });
    }
    return joined;
  };
  const { data: joined, failed, reload } = useLoaded(load);
  const again = (): void => {
    reload();
    scrollTo(0, 0);
  };
  if (failed !== undefined) return <NotOpened words={failed} retry={again} />;
  // One that has joined goes on to its own pages.
  if (joined && !joined.role) return <Joined code={code} joined={joined} reload={again} />;
  return (
    <Screen title={title} bar={null}>
      <Skeleton cards={2} />
    </Screen>
  );
};
