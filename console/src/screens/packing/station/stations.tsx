import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Station } from './station.tsx';

/** 单品装箱: items into a small box, or into a case of a product without small boxes. */
export const AloneStation = () => <Station asks={Level.item} />;

/** 小箱装大箱. */
export const BoxStation = () => <Station asks={Level.box} />;
