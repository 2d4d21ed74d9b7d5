import { PlayMode } from './campaign-states.ts';

/** How many places a way of playing has, that of 谢谢参与 among them. */
export interface SlotRange {
  least: number;
  most: number;
}

/** What there is to know of a way of playing beside its word; nothing is left out, so that a new one has to say all of it. */
interface PlayKind {
  /** Null where it has no places. */
  slots: SlotRange | null;
  /** What the gallery of 互动活动 says of it; null where it is played with a code alone. */
  pitch: string | null;
  /** Words of its button before a draw. */
  button: string;
  /** A sentence below it, in place of the rule that matters most. */
  note: string | null;
}

/** The ways of playing. See docs/guides/new-play-mode.md. */
export const playKinds = {
  [PlayMode.direct]: { slots: null, pitch: null, button: '立即抽奖', note: null },
  [PlayMode.wheel]: { slots: { least: 6, most: 12 }, pitch: '转动转盘，停在哪格得哪格', button: '抽奖', note: null },
  [PlayMode.grid]: { slots: { least: 8, most: 8 }, pitch: '八格轮转，奖品一目了然', button: '抽奖', note: null },
  [PlayMode.scratch]: {
    slots: null,
    pitch: '手指刮开涂层看结果',
    button: '抽奖',
    note: '结果在刮开前已由服务器抽定，刮法不影响结果',
  },
  [PlayMode.egg]: { slots: null, pitch: '选一枚金蛋砸开', button: '砸开这一枚', note: null },
} satisfies Record<PlayMode, PlayKind>;

/** Those that can be played without a code. */
export const gameModes = PlayMode.options.filter(({ value }) => playKinds[value].pitch !== null);

/** `8` or `6-12`. */
export const slotsText = ({ least, most }: SlotRange): string => (least === most ? `${most}` : `${least}-${most}`);

/** What is said where a way of playing has too few or too many places. */
export const wrongSlotCount = (playMode: PlayMode, range: SlotRange): string =>
  `${PlayMode.label(playMode)}须配置${slotsText(range)}个格位`;
