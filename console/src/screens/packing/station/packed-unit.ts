import { Level } from '@zhuiyuan/contract/codes/state/code-enums';

/** What is counted at a station: items, or the small boxes that go into a large one. */
export const packedUnit = (asks: 0 | 1): '件' | '箱' => (asks === Level.item ? '件' : '箱');
