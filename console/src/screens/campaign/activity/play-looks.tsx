import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import EggIcon from 'icon:egg';
import Grid3x3 from 'icon:grid-3x3';
import LoaderPinwheel from 'icon:loader-pinwheel';
import ScanLine from 'icon:scan-line';
import TicketPercent from 'icon:ticket-percent';
import type { ReactNode } from 'react';
import type { IconType } from '../../../parts/icon/make-icon.tsx';

/** Points round the middle of a cover. */
export const around = (parts: number, radius: number, from = 0) =>
  Array.from({ length: parts }, (_, at) => {
    const angle = ((at + from) / parts) * 2 * Math.PI - Math.PI / 2;
    return { x: 160 + radius * Math.cos(angle), y: 90 + radius * Math.sin(angle) };
  });

const wheelParts = 8;
const edges = around(wheelParts, 62);

const Wheel = () => (
  <>
    <circle cx="160" cy="90" r="70" className="zy-art-gold" />
    {edges.map(({ x, y }, at) => {
      const next = edges[(at + 1) % wheelParts]!;
      return (
        <path
          key={`${x} ${y}`}
          d={`M160 90 L${x} ${y} A62 62 0 0 1 ${next.x} ${next.y} Z`}
          className={at % 2 ? 'zy-art-cream' : 'zy-art-red'}
        />
      );
    })}
    {around(16, 66, 0.5).map(({ x, y }) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r="2" className="zy-art-cream" />
    ))}
    <path d="M160 52 l9 26 h-18 Z" className="zy-art-deep" />
    <circle cx="160" cy="90" r="19" className="zy-art-deep" />
    <circle cx="160" cy="90" r="14" className="zy-art-gold" />
    <text x="160" y="95" className="zy-art-word">
      抽
    </text>
  </>
);

const cells = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
] as const;

const Grid = () => (
  <>
    <rect x="90" y="20" width="140" height="140" rx="14" className="zy-art-deep" />
    <rect x="94" y="24" width="132" height="132" rx="11" className="zy-art-line" />
    {cells.map(([column, row], at) => (
      <g key={`${column} ${row}`} transform={`translate(${102 + column * 40} ${32 + row * 40})`}>
        <rect width="36" height="36" rx="6" className={at % 2 ? 'zy-art-cream' : 'zy-art-sand'} />
        {at % 3 === 0 && <Packet />}
        {at % 3 === 1 && <Present />}
        {at % 3 === 2 && <circle cx="18" cy="18" r="8" className="zy-art-gold" />}
      </g>
    ))}
    <rect x="142" y="72" width="36" height="36" rx="6" className="zy-art-gold" />
    <text x="160" y="95" className="zy-art-word">
      抽
    </text>
  </>
);

const Packet = () => (
  <>
    <rect x="11" y="8" width="14" height="20" rx="2" className="zy-art-red" />
    <path d="M11 12 q7 7 14 0" className="zy-art-seam" />
    <circle cx="18" cy="16" r="2.5" className="zy-art-gold" />
  </>
);
const Present = () => (
  <>
    <rect x="8" y="15" width="20" height="13" rx="1.5" className="zy-art-red" />
    <rect x="7" y="11" width="22" height="5" rx="1" className="zy-art-deep" />
    <path d="M18 11 v17" className="zy-art-seam" />
    <path d="M18 11 q-7 -7 -7 -1 M18 11 q7 -7 7 -1" className="zy-art-seam" />
  </>
);

const Scratch = () => (
  <>
    <rect x="60" y="34" width="200" height="112" rx="14" className="zy-art-cream" />
    <rect x="66" y="40" width="188" height="100" rx="10" className="zy-art-sand" />
    <text x="160" y="100" className="zy-art-win">
      好礼
    </text>
    <path
      d="M66 50 q0 -10 10 -10 h168 q10 0 10 10 v80 q0 10 -10 10 h-46 l14 -22 -26 8 10 -26 -30 10 4 -24 -34 22 2 -26 -28 20 -6 -14 -22 26 -4 -16 -12 14 Z"
      className="zy-art-gold"
    />
    <path d="M76 56 q20 -8 40 0 t40 0 t40 0 t40 0" className="zy-art-wave" />
    <path d="M186 130 q16 -6 32 0 t28 0" className="zy-art-wave" />
    <circle cx="222" cy="124" r="20" className="zy-art-red" />
    <circle cx="222" cy="124" r="15" className="zy-art-line" />
    <text x="222" y="129" className="zy-art-light">
      刮
    </text>
  </>
);

const egg = 'M0 -38 C22 -38 32 -6 32 10 C32 30 18 40 0 40 C-18 40 -32 30 -32 10 C-32 -6 -22 -38 0 -38 Z';

const Egg = () => (
  <>
    <g transform="translate(86 102) scale(.78)">
      <path d={egg} className="zy-art-gold" />
      <path d="M-18 -8 q6 -16 14 -18" className="zy-art-shine" />
    </g>
    <g transform="translate(234 102) scale(.78)">
      <path d={egg} className="zy-art-gold" />
      <path d="M-18 -8 q6 -16 14 -18" className="zy-art-shine" />
    </g>
    <g transform="translate(160 98) scale(1.1)">
      <path d={egg} className="zy-art-gold" />
      <path d="M-20 -8 q6 -16 14 -18" className="zy-art-shine" />
      <path d="M-4 -38 l6 14 -9 8 11 9 -6 12" className="zy-art-crack" />
    </g>
    <g transform="rotate(28 206 44)">
      <rect x="202" y="40" width="8" height="52" rx="4" className="zy-art-sand" />
      <rect x="188" y="26" width="36" height="20" rx="6" className="zy-art-red" />
      <rect x="188" y="33" width="36" height="5" className="zy-art-gold" />
    </g>
    <path d="M48 144 h224" className="zy-art-shelf" />
  </>
);

const Direct = () => (
  <>
    <g transform="translate(160 96) rotate(-8) translate(-44 -58)">
      <rect width="88" height="116" rx="9" className="zy-art-red" />
      <path d="M0 9 q0 -9 9 -9 h70 q9 0 9 9 v18 q-44 30 -88 0 Z" className="zy-art-deep" />
      <circle cx="44" cy="42" r="16" className="zy-art-gold" />
      <text x="44" y="47" className="zy-art-word">
        福
      </text>
      <path d="M18 88 h52 M26 98 h36" className="zy-art-seam" />
    </g>
    {around(5, 76, 0.2).map(({ x, y }, at) => (
      <g key={`${x} ${y}`} transform={`translate(${x} ${y * 0.86 + 12})`}>
        <circle r={at % 2 ? 9 : 12} className="zy-art-gold" />
        <rect x="-3" y="-3" width="6" height="6" className="zy-art-hole" />
      </g>
    ))}
  </>
);

interface PlayLook {
  Icon: IconType;
  /** What is drawn on the cover of a template, 320 by 180. */
  Art: () => ReactNode;
}

/** What stands for each way of playing. */
export const playLooks = {
  [PlayMode.direct]: { Icon: ScanLine, Art: Direct },
  [PlayMode.wheel]: { Icon: LoaderPinwheel, Art: Wheel },
  [PlayMode.grid]: { Icon: Grid3x3, Art: Grid },
  [PlayMode.scratch]: { Icon: TicketPercent, Art: Scratch },
  [PlayMode.egg]: { Icon: EggIcon, Art: Egg },
} satisfies Record<PlayMode, PlayLook>;
