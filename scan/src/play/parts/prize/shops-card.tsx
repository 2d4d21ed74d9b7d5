import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useState } from 'react';
import { distanceWords } from '../../lib/prize-state.ts';
import { PlayIcon } from '../play-icon.tsx';

type Shop = MyPrizeDetail['shops'][number];

const near = 3;

const Where = ({ shop: { name, address, distance, lng, lat } }: { shop: Shop }) => {
  const words = (
    <>
      <span className="p-main">
        <b>{name}</b>
        <span>{address}</span>
      </span>
      {distance !== null && <span className="p-far">{distanceWords(distance)}</span>}
    </>
  );
  if (lng === null || lat === null) return <span className="p-where">{words}</span>;
  const map = `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}`;
  return (
    <a href={map} className="p-where" target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
};

const ShopRow = ({ shop }: { shop: Shop }) => {
  const dial = shop.phone.replace(/[^\d+,;*#-]/g, '');
  return (
    <li className="p-shop">
      <Where shop={shop} />
      {dial && (
        <a className="p-call" href={`tel:${dial}`} aria-label={`拨打${shop.name}`}>
          <PlayIcon name="phone" size={20} />
        </a>
      )}
    </li>
  );
};

const locateWords = { idle: '开启定位，按距离查看', busy: '定位中', failed: '没有取得位置，重试' };

/** Asks where the phone is. */
const LocateButton = ({ locate }: { locate: () => Promise<void> }) => {
  const [state, setState] = useState<keyof typeof locateWords>('idle');
  const press = (): void => {
    setState('busy');
    locate().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" className="p-locate" disabled={state === 'busy'} onClick={press}>
      {locateWords[state]}
    </button>
  );
};

/** Shops where a prize can be fetched, the nearest first; `locate` finds out where the phone is, where nobody knows yet. */
export const ShopsCard = ({ shops, locate }: { shops: readonly Shop[]; locate: () => Promise<void> }) => {
  const [isOpen, setOpen] = useState(false);
  const isLocated = shops.some(({ distance }) => distance !== null);
  return (
    <section className="card" aria-label="参与门店">
      <div className="p-title-row">
        <h2>{isLocated ? '附近门店' : '参与门店'}</h2>
        {shops.length > near && (
          <button type="button" className="p-all" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {`共 ${shops.length} 家`}
            <PlayIcon name="next" size={14} />
          </button>
        )}
      </div>
      {shops.length > 0 ? (
        <ul>
          {shops.slice(0, isOpen ? shops.length : near).map((shop) => (
            <ShopRow key={shop.shopId} shop={shop} />
          ))}
        </ul>
      ) : (
        <p className="p-note">附近暂无参与门店，请联系主办方</p>
      )}
      {shops.length > 0 && !isLocated && <LocateButton locate={locate} />}
    </section>
  );
};
