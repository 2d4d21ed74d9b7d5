import { PictureColumns, type BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import type { ReactElement, ReactNode } from 'react';
import { webAddress } from '../lib/formats.ts';
import type { Frame } from '../parts/frame.ts';
import { LinkedPicture, numbered, outside, WidePicture, type Numbered } from '../parts/picture.tsx';
import { richText } from './rich-text.tsx';

/** A card with its title. */
export const Card = ({ title, frame, children }: { title: string; frame?: Frame; children: ReactNode }) => (
  <section className="card" aria-label={title || undefined} {...frame}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
);

/** Pictures side by side, in as many columns as told. */
export const Tiles = ({ pictures, columns }: { pictures: Numbered[]; columns: number }) =>
  pictures.length > 0 ? (
    <div className={`tiles tiles-${columns}`}>
      {pictures.map((picture) => (
        <LinkedPicture key={picture.alt} {...picture} />
      ))}
    </div>
  ) : null;

/** Pictures below each other, each leading where the block does. */
const WidePictures = ({ pictures, link }: { pictures: Numbered[]; link: string | null }) =>
  pictures.map((picture) =>
    link ? (
      <a key={picture.alt} className="wide" href={link} {...outside}>
        <WidePicture {...picture} />
      </a>
    ) : (
      <WidePicture key={picture.alt} {...picture} />
    ),
  );

/** What stands in a card of text and pictures; null when nothing does. */
export const graphicOf = ({ link: given, columns, images, title, text }: BlockOf<'graphic'>): ReactElement | null => {
  const link = webAddress(given);
  const pictures = numbered(images, title || '图片');
  const words = text ? richText(text.replace(/</g, '＜')) : null;
  const isWide = columns === PictureColumns.one;
  const leadsOn = link !== null && (!isWide || !images.length);
  if (!words && !pictures.length && !leadsOn) return null;
  return (
    <>
      {words}
      {isWide ? <WidePictures pictures={pictures} link={link} /> : <Tiles pictures={pictures} columns={columns} />}
      {leadsOn && (
        <a className="paper" href={link} {...outside}>
          查看详情
        </a>
      )}
    </>
  );
};
