import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrize } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { CallFailed } from '../../lib/call.ts';
import { broughtFor, hasBrought } from '../../lib/wechat-visit.ts';
import { shortMoment } from '../../lib/words.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { usePaged } from '../../parts/use-paged.ts';
import { Failure } from '../../parts/waiting.tsx';
import { prizeWords } from '../lib/amounts.ts';
import { claimState } from '../lib/claim-state.ts';
import { signedOut, type Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { fetchKept } from '../lib/kept.ts';
import { toHash } from '../lib/views.ts';
import { Nothing, OpeningRow, PrizePicture, Skeleton, StateTag } from '../parts/cards.tsx';
import { MessagesWay } from '../parts/messages-way.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PacketList } from '../parts/packet-list.tsx';
import { Screen } from '../parts/screen.tsx';

interface Tab {
  words: string;
  /** Of the prizes it has; all of them where it names none. */
  status?: ClaimStatus;
  empty: string;
}

const tabs: readonly Tab[] = [
  { words: '全部', empty: '还没有抽中奖品' },
  { words: '未领取', status: ClaimStatus.open, empty: '没有待领取的奖品' },
  { words: '已领取', status: ClaimStatus.claimed, empty: '还没有领取过奖品' },
  { words: '已关闭', status: ClaimStatus.closed, empty: '没有已关闭的奖品' },
];

const PrizeRow = ({ won }: { won: MyPrize }) => (
  <OpeningRow
    open={() => go({ name: 'prize', id: won.claimNo })}
    lead={<PrizePicture image={won.prize.image} type={won.prize.type} side={48} />}
    title={prizeWords(won.prize).words}
    texts={[[won.tierName, won.activityName].filter(Boolean).join(' · '), `${shortMoment(won.drawnAt)} 抽中`]}
    end={<StateTag {...claimState(won)} />}
  />
);

/** Prizes of a tab. */
const PrizeList = ({ desk, tab: { status, empty } }: { desk: Desk; tab: Tab }) => {
  const { rows, last, hasMore, failed, next } = usePaged<MyPrize>((page) =>
    fetchKept(`prizes ${status} ${page}`, () => desk.prizes(page, status)),
  );
  // Nobody is known on this phone.
  if (failed?.error instanceof CallFailed && failed.error.code === signedOut) return <Nothing words={empty} />;
  if (!last && !failed) return <Skeleton />;
  return (
    <>
      {rows.length > 0 && (
        <div className="card p-rows">
          {rows.map((won) => (
            <PrizeRow key={won.claimNo} won={won} />
          ))}
        </div>
      )}
      {last && rows.length === 0 && <Nothing words={empty} />}
      {failed ? (
        <div className="p-next p-failed">
          <Failure words={failed.words} retry={next} />
        </div>
      ) : (
        hasMore && (
          <div className="p-next">
            <MoreButton next={next} />
          </div>
        )
      )}
    </>
  );
};

/** Steps of the arrow keys along the tabs. */
const stepOf: Partial<Record<string, number>> = { ArrowLeft: tabs.length - 1, ArrowRight: 1 };

const Tabs = ({ chosen, choose }: { chosen: number; choose: (at: number) => void }) => {
  const list = useRef<HTMLDivElement>(null);
  const step = ({ key }: KeyboardEvent): void => {
    const by = stepOf[key];
    if (!by) return;
    const next = (chosen + by) % tabs.length;
    choose(next);
    list.current!.querySelectorAll('button')[next]!.focus();
  };
  return (
    <div ref={list} className="p-tabs" role="tablist" aria-label="领取状态" onKeyDown={step}>
      {tabs.map(({ words }, at) => (
        <button
          key={words}
          type="button"
          role="tab"
          aria-selected={at === chosen}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => choose(at)}
        >
          {words}
        </button>
      ))}
    </div>
  );
};

/** Signs in whom WeChat named, where the page comes back from it: answers why that did not work, once it is known whether it did. */
const useNamed = (desk: Desk, redActiveId: string | undefined): string | undefined => {
  const hash = redActiveId === undefined ? '' : toHash({ name: 'packets', id: redActiveId });
  const [said, setSaid] = useState(() => (hasBrought(hash) ? undefined : ''));
  useLayoutEffect(() => {
    if (redActiveId === undefined || !hasBrought(hash)) return;
    desk.packetsLogin(redActiveId, broughtFor(hash)).then(
      () => setSaid(''),
      (error: unknown) => setSaid(reasonOf(error)),
    );
  }, [desk, redActiveId, hash]);
  return said;
};

/** Kept while the page is open, so that coming back from a prize finds the same tab. */
let chosenLast = 0;

/** 我的奖品: red packets that staff sent, and what was won. `redActiveId`: of which activity he was sent packets. */
export const PrizesPage = ({ desk, redActiveId }: { desk: Desk; redActiveId?: string }) => {
  // Whoever comes back from WeChat may be somebody else by then: nothing is asked for before.
  const said = useNamed(desk, redActiveId);
  const [{ chosen, asked }, setChosen] = useState({ chosen: chosenLast, asked: 0 });
  const choose = (at: number): void => {
    chosenLast = at;
    setChosen({ chosen: at, asked: asked + 1 });
  };
  return (
    <Screen title="我的奖品">
      <MessagesWay desk={desk} isReady={said !== undefined} />
      {said !== undefined && <PacketList desk={desk} redActiveId={redActiveId} said={said} />}
      <Tabs chosen={chosen} choose={choose} />
      <div role="tabpanel">{said !== undefined && <PrizeList key={asked} desk={desk} tab={tabs[chosen]!} />}</div>
    </Screen>
  );
};
