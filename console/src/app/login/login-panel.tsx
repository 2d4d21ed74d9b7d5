import { useEffect, useMemo, useState } from 'react';
import { BrandMark } from '../site/brand-mark.tsx';
import { rosettePath } from '../../parts/charts/rosette-path.ts';

const turnMs = 3000;

const lines = [
  { title: ['每一件商品', '都说得清来处'], text: '赋码、流向、验真、营销，一个码贯穿始终' },
  { title: ['一次扫码', '当场辨真伪'], text: '首扫、重复、异常，消费者一眼看懂' },
  { title: ['货走到哪里', '心里都有数'], text: '装箱、发货、签收、窜货，流向逐级可查' },
];

const Dots = ({ count, shownIndex, show }: { count: number; shownIndex: number; show: (index: number) => void }) => (
  <div className="login-dots">
    {Array.from({ length: count }, (_, index) => (
      <button
        key={index}
        type="button"
        aria-label={`第${index + 1}张，共${count}张`}
        aria-current={index === shownIndex}
        onClick={() => show(index)}
      />
    ))}
  </div>
);

const Banner = ({ pictures }: { pictures: string[] }) => {
  const [shownIndex, setShownIndex] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || pictures.length < 2) return;
    const timer = setTimeout(() => setShownIndex((shownIndex + 1) % pictures.length), turnMs);
    return () => clearTimeout(timer);
  }, [shownIndex, isHeld, pictures.length]);
  return (
    <div className="login-panel" onMouseEnter={() => setIsHeld(true)} onMouseLeave={() => setIsHeld(false)}>
      {pictures.map((picture, index) => (
        <img key={picture} className="login-slide" src={picture} alt="" data-shown={index === shownIndex} />
      ))}
      {pictures.length > 1 && <Dots count={pictures.length} shownIndex={shownIndex} show={setShownIndex} />}
    </div>
  );
};

const Rosette = () => {
  const path = useMemo(() => rosettePath(), []);
  const [shownIndex, setShownIndex] = useState(0);
  const { title, text } = lines[shownIndex] ?? lines[0]!;
  return (
    <div className="login-panel">
      <svg className="login-rosette" viewBox="0 0 480 560" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
        <path d={path} transform="translate(480 150)" />
      </svg>
      <div className="login-brand">
        <BrandMark size={34} />
        <span>追源</span>
      </div>
      <div className="login-line">
        <strong>
          {title.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </strong>
        <p>{text}</p>
        <Dots count={lines.length} shownIndex={shownIndex} show={setShownIndex} />
      </div>
    </div>
  );
};

/** Left half of the sign-in card: the configured pictures, turning every 3 seconds, or our rosette. */
export const LoginPanel = ({ banner }: { banner: { pic: string }[] }) => {
  const pictures = banner.map(({ pic }) => pic).filter(Boolean);
  return pictures.length > 0 ? <Banner pictures={pictures} /> : <Rosette />;
};
