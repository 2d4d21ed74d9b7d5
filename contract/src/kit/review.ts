import { z } from 'zod';
import { enumeration } from './enumeration.ts';
import { id, oneOf, optionalText } from './fields.ts';

/** Review of a firm or a shop (审核). */
export const Review = enumeration({
  waiting: { value: 0, label: '未审核', tone: 'wait' },
  passed: { value: 1, label: '已通过', tone: 'good' },
  rejected: { value: 2, label: '已驳回', tone: 'bad' },
  unsent: { value: 3, label: '未提交', tone: 'idle' },
  done: { value: 4, label: '已完成', tone: 'good' },
});

/** A review: 1 passed, 2 rejected; a rejection needs its cause. */
export const reviewInput = z
  .object({
    id: id(),
    audit: oneOf([Review.passed, Review.rejected], '请选择审核结果'),
    remark: optionalText('驳回原因', 200),
  })
  .refine(({ audit, remark }) => audit === Review.passed || remark !== '', {
    path: ['remark'],
    message: '请输入驳回原因',
  });
