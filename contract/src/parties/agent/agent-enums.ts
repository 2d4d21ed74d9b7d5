import { enumeration } from '../../kit/enumeration.ts';

/** What kind of dealer. All but 其他 have sales regions. */
export const AgentType = enumeration(
  { value: 1, label: '总代' },
  { value: 2, label: '省代' },
  { value: 3, label: '市代' },
  { value: 4, label: '县代' },
  { value: 5, label: '其他' },
);

/** How deep a dealer stands in the tree. */
export const AgentLevel = enumeration(
  { value: 1, label: '1级' },
  { value: 2, label: '2级' },
  { value: 3, label: '3级' },
  { value: 4, label: '4级' },
  { value: 5, label: '5级' },
);
export const deepestLevel = 5;
