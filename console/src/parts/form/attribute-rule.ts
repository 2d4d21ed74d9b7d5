/** One group of a product's attributes: 颜色 with 红, 蓝. */
export interface RuleGroup {
  value: string;
  detail: string[];
}

/** A rule as it is saved: `ruleValue` is JSON of its groups, id 0 is a new one. */
export interface AttributeRule {
  id: number;
  ruleName: string;
  ruleValue: string;
}

const isGroup = (part: unknown): part is RuleGroup =>
  typeof part === 'object' &&
  part !== null &&
  'value' in part &&
  'detail' in part &&
  typeof part.value === 'string' &&
  Array.isArray(part.detail);

/** Groups of a saved rule; text that is not JSON has none. */
export const groupsOf = (ruleValue: string): RuleGroup[] => {
  try {
    const parsed: unknown = JSON.parse(ruleValue || '[]');
    return Array.isArray(parsed)
      ? parsed.filter(isGroup).map(({ value, detail }) => ({ value, detail: detail.map(String) }))
      : [];
  } catch {
    return [];
  }
};

/** Adds a group with its first value, or says what is missing. A name that exists is not added twice. */
export const addGroup = (
  groups: readonly RuleGroup[],
  name: string,
  value: string,
): { groups: RuleGroup[] } | { refusal: string } => {
  const group = { value: name.trim(), detail: [value.trim()] };
  if (!group.value || !group.detail[0]) return { refusal: '请添加规格名称' };
  return { groups: groups.some((each) => each.value === group.value) ? [...groups] : [...groups, group] };
};

/** Adds a value to a group, or says what is missing. A value that exists is not added twice. */
export const addValue = (
  groups: readonly RuleGroup[],
  at: number,
  value: string,
): { groups: RuleGroup[] } | { refusal: string } => {
  const text = value.trim();
  if (!text) return { refusal: '请添加属性' };
  return {
    groups: groups.map((group, index) =>
      index === at && !group.detail.includes(text) ? { ...group, detail: [...group.detail, text] } : group,
    ),
  };
};

/** What keeps a rule from being saved. */
export const refusalOf = (ruleName: string, groups: readonly RuleGroup[]): { ruleName?: string; groups?: string } => {
  const name = ruleName.trim();
  const nameText = name === '' ? '请输入规格名称' : name.length > 20 ? '规格名称不能超过20个字符' : undefined;
  return {
    ...(nameText && { ruleName: nameText }),
    ...(groups.length === 0 && { groups: '请至少添加一条属性规格！' }),
  };
};
