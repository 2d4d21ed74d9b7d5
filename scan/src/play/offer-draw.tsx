import type { PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useLayoutEffect, useState } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { toast } from '../lib/toast.ts';
import { useLeft } from '../lib/use-left.ts';
import { LateCard } from '../parts/late-card.tsx';
import { latePart } from '../parts/late-part.ts';
import { DrawBanner } from './draw-banner.tsx';
import { modes } from './modes/modes.ts';
import { mayTry } from './lib/chances.ts';
import { serverDesk, type Desk } from './lib/desk.ts';
import { followScenes, sceneNow, type Scene } from './lib/scene.ts';
import { readHash, toHash } from './lib/views.ts';
import type * as PlayPages from './open-play.ts';
import type { ScannedPacket } from './packet-card.tsx';

/** The scan whose code may be drawn with. */
export interface Offered {
  token: string;
  code: string;
  productName: string;
  /** Title of the block, where the firm gave it one. */
  title: string;
}

/** What a scan opens for whoever made it: a red packet, a draw, or the way to what he won before. */
export type Offer =
  | { kind: 'packet'; shown: ScannedPacket }
  | { kind: 'draw'; scene: Scene; activity: PlayedActivity }
  | { kind: 'prizes'; firstPoints: number };

type Pages = typeof PlayPages;

/** How long the verdict stands before the pages of its draw are fetched, in milliseconds. */
const rest = 1500;

const packetPart = latePart(async () => (await import('./packet-card.tsx')).PacketOffer);
const pages = latePart(() => import('./open-play.ts'));

/** Where it does not come, its page asks for it again and says so. */
const prefetchGame = async ({ play }: Scene): Promise<void> => {
  if (play.activity) await modes[play.activity.playMode].prefetch();
};

/** Opens the pages of a draw, or says that they did not come. */
const openPages = async (open: (pages: Pages) => void, scene?: Scene): Promise<void> => {
  try {
    const [came] = await Promise.all([pages.fetch(), scene && prefetchGame(scene)]);
    open(came);
  } catch (error) {
    toast(reasonOf(error));
  }
};

/** Whether 我的奖品 may have something for whoever scanned: his phone has an account, or the firm sends packets to people it does not know. */
const hasPrizes = async (desk: Desk): Promise<boolean> => {
  if (desk.isKnown()) return true;
  try {
    return (await desk.packetsAsk()).redActiveId !== null;
  } catch {
    return false;
  }
};

/** Asks what a scan opens; null where that is nothing, or no answer came. */
const findOffer = async (desk: Desk, { token, code, productName }: Offered): Promise<Offer | null> => {
  let play: PlayAnswer | null;
  try {
    play = await desk.scan(null);
  } catch {
    return null;
  }
  if (play?.packet) {
    const needConsent = play.needConsent || !desk.isKnown();
    return { kind: 'packet', shown: { token, packet: play.packet, needConsent, agree: () => desk.agree('') } };
  }
  if (play?.activity) {
    const scene: Scene = { desk, code, productName, play, place: null, isTicked: false };
    return { kind: 'draw', scene, activity: play.activity };
  }
  return (await hasPrizes(desk)) ? { kind: 'prizes', firstPoints: play?.firstPoints ?? 0 } : null;
};

/** The card that leads to 我的奖品 where no draw does: what was won before, and red packets that staff sent. */
const PrizesCard = ({ scene = null, desk }: { scene?: Scene | null; desk: Desk }) => {
  const open = (): Promise<void> =>
    openPages(({ openPlay }) => {
      history.pushState({ play: 1 }, '', location.pathname + location.search + toHash({ name: 'prizes' }));
      openPlay(scene, desk);
    });
  return (
    <section className="card lottery" aria-label="我的奖品">
      <div>
        <h2>我的奖品</h2>
        <p>查看和领取您的奖品与红包</p>
      </div>
      <button type="button" className="button" onClick={() => void open()}>
        查看
      </button>
    </section>
  );
};

/** What the scan itself brought. */
const PointsLine = ({ firstPoints }: { firstPoints: number }) =>
  firstPoints > 0 ? (
    <section className="card" role="status">
      <p>{`首次扫码，已得 ${firstPoints} 积分`}</p>
    </section>
  ) : null;

const DrawOffer = ({ scene, activity, title }: { scene: Scene; activity: PlayedActivity; title: string }) => {
  const { desk } = scene;
  // Whoever comes back from the draw finds how it stands since.
  const [play, setPlay] = useState(() => sceneNow(scene).play);
  useLayoutEffect(() => followScenes(() => setPlay(sceneNow(scene).play)), [scene]);
  const [open] = useState(() => () => openPages(({ openPlay }) => openPlay(scene), scene));
  useLayoutEffect(() => {
    // A page that was opened anew in the middle of a draw goes on with it.
    if (readHash(location.hash)?.name === 'draw') return void open();
    // Fetched before it is asked for, once nothing else is on its way.
    const timer = setTimeout(() => void Promise.all([pages.prefetch(), prefetchGame(scene)]), rest);
    return () => clearTimeout(timer);
  }, [open, scene]);
  return (
    <>
      <DrawBanner play={play} activity={activity} title={title} open={() => void open()} />
      <PointsLine firstPoints={play.firstPoints} />
      {!play.earlier && !mayTry(play.eligibility) && <PrizesCard scene={scene} desk={desk} />}
    </>
  );
};

/** What a scan opens, as it stands on the page of its code. */
export const OfferView = ({ offer, desk, title }: { offer: Offer; desk: Desk; title: string }) => {
  switch (offer.kind) {
    case 'packet':
      return (
        <>
          <LateCard part={packetPart} given={offer.shown} />
          <PrizesCard desk={desk} />
        </>
      );
    case 'draw':
      return <DrawOffer scene={offer.scene} activity={offer.activity} title={title} />;
    case 'prizes':
      return (
        <>
          <PrizesCard desk={desk} />
          <PointsLine firstPoints={offer.firstPoints} />
        </>
      );
  }
};

/** Asks what a scan opens, and offers it. The verdict stands by then; it waits for nothing of this. */
export const OfferedDraw = (offered: Offered) => {
  const [desk] = useState(() => serverDesk(offered.token));
  const [offer, setOffer] = useState<Offer | null>(null);
  const [asked] = useState(offered);
  const isLeft = useLeft();
  useLayoutEffect(() => {
    void findOffer(desk, asked).then((found) => {
      if (!isLeft.current) setOffer(found);
    });
  }, [asked, desk, isLeft]);
  return offer && <OfferView offer={offer} desk={desk} title={offered.title} />;
};
