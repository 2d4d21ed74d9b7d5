import { expect, it } from 'vitest';
import { toChangeText } from './use-op.ts';

const conflict = (code: string, errMsg: string) => ({
  code,
  seg: 1,
  serialFrom: 7,
  serialTo: 7,
  errCode: 61030,
  errMsg: `编码${code}：${errMsg}`,
});

it('names the code that changed since the pre-check, not those that were known', () => {
  const known = conflict('4QH7MZ2K9TXABW6R', '已冻结');
  const fresh = conflict('9TXABW6R4QH7MZ2K', '已作废');
  expect(toChangeText([known, fresh], [known])).toBe(
    '预检后有变化：编码9TXABW6R4QH7MZ2K：已作废。可跳过异常码，其余照常执行',
  );
  expect(toChangeText([fresh, conflict('BW6R4QH7MZ2K9TXA', '已作废')], [])).toContain('等 2 项');
  expect(toChangeText([known], [known])).toContain('已重新预检');
});
