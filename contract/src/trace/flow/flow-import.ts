import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { flag, id } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';

/** What happens to a row whose 外部编号 is there already. */
export const OnRepeat = enumeration({ skip: { label: '跳过' }, overwrite: { label: '覆盖' } });

/** How records come in from a file. */
export const FlowImportOptions = z.object({
  flowTypeId: id('请选择流程类型'),
  /** 自动创建批次: a lot that is not there is made, produced on the day of the step. */
  createLots: flag.default(false),
  /** 提交审核, or kept as drafts. */
  submit: flag.default(true),
  onRepeat: OnRepeat.schema.default('skip'),
  /** Upload of a zip whose pictures the cells of picture fields name; '' for none. */
  zipUrl: optionalFileAddress,
});
export type FlowImportOptions = z.output<typeof FlowImportOptions>;
