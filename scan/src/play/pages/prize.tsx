import { useState } from 'react';
import { useLeft } from '../../lib/use-left.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Failure } from '../../parts/waiting.tsx';
import { pageTitle } from '../lib/claim-state.ts';
import type { Desk } from '../lib/desk.ts';
import { fetchPrize, keepPrize, type PrizeShown } from '../lib/kept.ts';
import { goesByPost, isAtShop, switchOf } from '../lib/prize-state.ts';
import { changeScene, sceneNow, type Scene } from '../lib/scene.ts';
import { Card, Fact, Facts, Skeleton } from '../parts/cards.tsx';
import { ContactLine } from '../parts/contact-line.tsx';
import { SwitchCard } from '../parts/prize/post-way.tsx';
import { Screen } from '../parts/screen.tsx';
import { ShopsCard } from '../parts/prize/shops-card.tsx';
import { MainCard, PrizeHead } from './prize-cards.tsx';

/** 核销码, or whatever a prize asks of its winner. Once shown it stands without a network. */
export const PrizePage = ({ desk, scene, claimNo }: { desk: Desk; scene: Scene | null; claimNo: string }) => {
  const { data, failed, refresh, put } = useLoaded(() =>
    fetchPrize(claimNo, async () => {
      const won = await desk.prize(claimNo, scene && sceneNow(scene).place);
      return { won, posting: goesByPost(won) ? await desk.posting(claimNo) : null };
    }),
  );
  /** What became of the prize while it was shown. */
  const [heard, setHeard] = useState<{ of: PrizeShown; status: PrizeShown['won']['status'] }>();
  const isLeft = useLeft();

  /** What was done here shows; its head says so. */
  const changed = async (): Promise<void> => {
    await refresh();
    if (!isLeft.current) scrollTo(0, 0);
  };
  const locate = async ({ posting }: PrizeShown): Promise<void> => {
    const place = await desk.locate();
    if (!place) throw new Error('no place');
    if (scene) changeScene(scene, { place });
    const located = { won: await desk.prize(claimNo, place), posting };
    keepPrize(claimNo, located);
    put(located);
  };

  const activity = scene && sceneNow(scene).play.activity;
  const screen = {
    title: data ? pageTitle(data.won) : '我的奖品',
    action: activity ? { words: '活动规则', view: { name: 'rules' as const, id: String(activity.id) } } : undefined,
  };
  const head = (
    <div className="p-prize">
      {data && <PrizeHead won={heard?.of === data ? { ...data.won, status: heard.status } : data.won} />}
    </div>
  );
  if (!data || failed !== undefined)
    return (
      <Screen {...screen} head={head}>
        <div>{failed === undefined ? <Skeleton /> : <Failure words={failed} retry={() => void refresh()} />}</div>
      </Screen>
    );
  const { won } = data;
  const switching = switchOf(data);
  const other = switching && <SwitchCard desk={desk} won={won} posting={switching} changed={() => void changed()} />;
  const isFar = won.shops.length === 0;
  return (
    <Screen {...screen} head={head}>
      <div>
        <MainCard
          shown={data}
          desk={desk}
          changed={() => void changed()}
          heard={(status) => setHeard({ of: data, status })}
        />
        {isFar && other}
        {isAtShop(won) && <ShopsCard shops={won.shops} locate={() => locate(data)} />}
        {!isFar && other}
        <Card title="奖品信息">
          <Facts>
            <Fact label="抽奖编号">
              <code>{won.drawNo}</code>
            </Fact>
            <Fact label="主办方">{won.firmName}</Fact>
            <Fact label="联系方式">{won.contact && <ContactLine contact={won.contact} />}</Fact>
          </Facts>
        </Card>
      </div>
    </Screen>
  );
};
