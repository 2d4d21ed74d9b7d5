import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import {
  BlockSource,
  LotFact,
  ProductFact,
  type BlockKind,
  type BlockOf,
} from '@zhuiyuan/contract/trace/template/template-blocks';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { useState } from 'react';
import { webAddress } from '../lib/formats.ts';
import { Fact } from '../parts/facts.tsx';
import type { Frame } from '../parts/frame.ts';
import { LinkedPicture, numbered, outside, WidePicture } from '../parts/picture.tsx';
import { PaperLink } from '../parts/timeline.tsx';
import { Card, Tiles } from './cards.tsx';
import { richText } from './rich-text.tsx';

/** A card of the trace: the block it was made of, what is known, where it stands. */
interface CardProps<K extends BlockKind> {
  block: BlockOf<K>;
  detail: TraceDetail;
  frame?: Frame;
}

const Rows = ({ facts }: { facts: [label: string, value: string][] }) => (
  <dl className="rows">
    {facts.map(([label, value]) => (
      <Fact key={label} label={label}>
        {value}
      </Fact>
    ))}
  </dl>
);

/** What stands below name and picture of the product. */
export const ProductFacts = ({ block, detail: { product } }: Omit<CardProps<'product'>, 'frame'>) => {
  if (!product) return null;
  const price = product.price === null ? '' : `¥${fenToYuan(product.price)}`;
  const told = block.facts.flatMap((fact): [string, string][] => {
    if (fact === ProductFact.detail) return [];
    const value = fact === ProductFact.price ? price : product[fact];
    return value ? [[ProductFact.label(fact), value]] : [];
  });
  return (
    <>
      {told.length > 0 && <Rows facts={told} />}
      {block.facts.includes(ProductFact.detail) && richText(product.detail)}
    </>
  );
};

export const LotCard = ({ block, detail: { lot }, frame }: CardProps<'lot'>) => {
  if (!lot) return null;
  const chosen = block.facts.length ? block.facts : LotFact.options.map(({ value }) => value);
  const told = chosen.flatMap((fact): [string, string][] => {
    const value = lot[fact];
    return value ? [[LotFact.label(fact), value]] : [];
  });
  return told.length > 0 ? (
    <Card title={block.title || '批次信息'} frame={frame}>
      <Rows facts={told} />
    </Card>
  ) : null;
};

/** Pictures of the product side by side, moved by the finger; the number below says which one is seen. */
export const Carousel = ({ block, detail: { product }, frame }: CardProps<'carousel'>) => {
  const [seen, setSeen] = useState(1);
  const pictures = numbered(product?.images ?? [], '产品图片');
  const { length } = pictures;
  if (!length) return null;
  const isMany = length > 1;
  return (
    <section className="card flush" aria-label="产品图片" {...frame}>
      <div
        className={`slides ratio-${block.ratio.replace(':', '-')}`}
        tabIndex={isMany ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setSeen(Math.min(Math.round(scrollLeft / Math.max(1, clientWidth)) + 1, length))
        }
      >
        {pictures.map((picture) => (
          <WidePicture key={picture.alt} {...picture} />
        ))}
      </div>
      {isMany && <span className="slide-count" aria-hidden="true">{`${seen}/${length}`}</span>}
    </section>
  );
};

export const VideoCard = ({ block, detail: { product }, frame }: CardProps<'video'>) => {
  const address = webAddress(block.source === BlockSource.own ? block.url : product?.video);
  if (!address) return null;
  const poster = webAddress(block.cover) ?? undefined;
  return (
    <section className={block.title ? 'card' : 'card flush'} aria-label={block.title || '视频'} {...frame}>
      {block.title && <h2>{block.title}</h2>}
      {/* without a cover the first picture of the film is fetched, and nothing more before it is played */}
      <video src={address} poster={poster} controls playsInline preload={poster ? 'none' : 'metadata'} />
    </section>
  );
};

export const FirmCard = ({ block, detail: { firm }, frame }: CardProps<'firm'>) => {
  if (!firm) return null;
  const site = webAddress(firm.website);
  return (
    <Card title={block.title || '企业介绍'} frame={frame}>
      <h3 className="firm-name">{firm.name}</h3>
      {richText(firm.intro)}
      {block.withImages && <Tiles pictures={numbered(firm.images.slice(0, 6), '企业图片')} columns={3} />}
      {block.withContact && firm.address && <Rows facts={[['地址', firm.address]]} />}
      {block.withContact && site && (
        <a className="paper" href={site} {...outside}>
          访问官网
        </a>
      )}
    </Card>
  );
};

const isPicture = (address: string): boolean => /\.(?:png|jpe?g|gif|webp|bmp)$/i.test(address);

/** Papers that open in a page of their own: pictures as tiles, others as lines. */
export const PaperCard = ({
  title,
  links,
  images = [],
  frame,
}: {
  title: string;
  links: TraceDetail['reports'];
  images?: string[];
  frame?: Frame;
}) => {
  const shown = links.filter(({ url }) => webAddress(url));
  const tiles = shown.filter(({ url }) => isPicture(url));
  const lines = shown.filter(({ url }) => !isPicture(url));
  const own = numbered(images, title);
  const hasTiles = tiles.length + own.length > 0;
  if (!hasTiles && !lines.length) return null;
  return (
    <Card title={title} frame={frame}>
      {hasTiles && (
        <div className="tiles tiles-3">
          {tiles.map((tile) => (
            <LinkedPicture key={tile.url} address={tile.url} alt={tile.title}>
              <span>{tile.title}</span>
            </LinkedPicture>
          ))}
          {own.map((picture) => (
            <LinkedPicture key={picture.alt} {...picture} />
          ))}
        </div>
      )}
      {lines.map((line) => (
        <PaperLink key={line.url} {...line} />
      ))}
    </Card>
  );
};

export const MapCard = ({ block, detail: { firm }, frame }: CardProps<'map'>) => {
  const { name, address, lng, lat } =
    block.source === BlockSource.own
      ? { ...block, name: block.place }
      : (firm ?? { name: '', address: '', lng: null, lat: null });
  if (!name && !address) return null;
  const isPlaced = lng !== null && lat !== null;
  return (
    <Card title={block.title || '地图'} frame={frame}>
      {name && <h3 className="firm-name">{name}</h3>}
      {address && <p className="facts">{address}</p>}
      {isPlaced && (
        <a
          className="button map-link"
          href={`https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name || address)}`}
          {...outside}
        >
          在地图中查看
        </a>
      )}
    </Card>
  );
};
