import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { ReactNode } from 'react';
import { smallPicture, webAddress } from '../lib/formats.ts';
import type { Frame } from './frame.ts';
import { Icon } from './icon.tsx';
import { Picture } from './picture.tsx';

/** What a code stands on: 产品, or a box of a kind. */
export const levelWords = (level: number): string => Level.of(level)?.label ?? '箱';

const Facts = ({ parts }: { parts: (string | null | false | undefined)[] }) => {
  const said = parts.flatMap((part) => part || []);
  return said.length ? (
    <p className="facts">
      {said.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  ) : null;
};

const Thumb = ({ address }: { address: string | null }) => {
  const empty = (
    <div className="thumb">
      <Icon name="box" size={32} />
    </div>
  );
  if (!address) return empty;
  return (
    <Picture
      instead={empty}
      className="thumb"
      src={smallPicture(address)}
      alt=""
      width={76}
      height={76}
      decoding="async"
    />
  );
};

/** What must be said before the product: goods past their date, a link whose product is not the code's. */
export const Notices = ({ answer }: { answer: ScanAnswer }) => {
  const { warning, expired, expireDate } = answer;
  const isOver = expired && expireDate;
  if (!warning && !isOver) return null;
  return (
    <section className="card notices" aria-label="重要提示">
      {warning && <p className="strip strip-bad">{warning}</p>}
      {isOver && <p className="strip">{`该产品已于${expireDate}过期`}</p>}
    </section>
  );
};

/** Product, lot and dates of the scanned item; what stands below comes with the trace. */
export const ProductCard = ({
  answer,
  product,
  frame,
  children,
}: {
  answer: ScanAnswer;
  product: NonNullable<ScanAnswer['product']>;
  frame?: Frame;
  children?: ReactNode;
}) => {
  const { box, lotNo, produceDate, expireDate } = answer;
  return (
    <section className="card product-card" aria-label="商品" {...frame}>
      <div className="product">
        <Thumb address={webAddress(product.image)} />
        <div>
          <h2>{product.storeName}</h2>
          {box && <Facts parts={[`${levelWords(box.level)}码`, box.quantity > 0 && `内含 ${box.quantity} 件`]} />}
          <Facts parts={[product.spec && `规格 ${product.spec}`]} />
          <Facts parts={[lotNo && `批号 ${lotNo}`, produceDate && `生产 ${produceDate}`]} />
          <Facts parts={[expireDate && `保质期至 ${expireDate}`]} />
        </div>
      </div>
      {children}
    </section>
  );
};
