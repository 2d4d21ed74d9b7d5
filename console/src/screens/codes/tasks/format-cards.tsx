import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Fmt } from '@zhuiyuan/contract/codes/state/code-enums';
import './task-form.css';

/** What each format looks like and how hard it is to guess; the samples only show the shape, no key gives them. */
const cards = [
  { fmt: 'X16', sample: 'A7KQ9MXT4WEB2HYD', strength: '约 10²¹ 种组合，日常商品足够，默认' },
  { fmt: 'X18', sample: 'A7KQ9MXT4WEB2HYDRF', strength: '约 10²⁴ 种组合，用于高价值商品' },
  { fmt: 'X20', sample: 'A7KQ9MXT4WEB2HYDRF5C', strength: '约 10²⁷ 种组合，最长，可作 GS1 序列号' },
  { fmt: 'N20', sample: '17402958316640275913', strength: '10¹⁸ 种组合，便于电话查询，须配验证码' },
] as const;

/** A text of the shape a format gives. */
export const sampleOf = (fmt: unknown): string => (cards.find((card) => card.fmt === fmt) ?? cards[0]).sample;

/** 码制 as cards: name, sample and strength, one of them chosen. */
export const FormatCards = ({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (fmt: string) => void;
}) => (
  <div className="zy-format-cards" role="radiogroup" aria-label="码制">
    {cards.map(({ fmt, sample, strength }, at) => (
      <label key={fmt} className={value === fmt ? 'zy-format-card zy-format-picked' : 'zy-format-card'}>
        <input
          type="radio"
          id={at === 0 ? id : undefined}
          name="task-fmt"
          checked={value === fmt}
          onChange={() => onChange?.(fmt)}
        />
        <b>{Fmt.label(fmt)}</b>
        <code>{groupCode(sample)}</code>
        <small>{strength}</small>
      </label>
    ))}
  </div>
);
