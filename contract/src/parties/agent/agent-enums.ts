import { enumeration } from '../../kit/enumeration.ts';

/** What kind of agent. All but 其他 have sales regions. */
export const AgentType = enumeration({
  general: { value: 1, label: '总代' },
  province: { value: 2, label: '省代' },
  city: { value: 3, label: '市代' },
  county: { value: 4, label: '县代' },
  other: { value: 5, label: '其他' },
});

/** How deep an agent stands in the tree. */
export const AgentLevel = enumeration({
  first: { value: 1, label: '1级' },
  second: { value: 2, label: '2级' },
  third: { value: 3, label: '3级' },
  fourth: { value: 4, label: '4级' },
  fifth: { value: 5, label: '5级' },
});
export const deepestLevel = 5;
