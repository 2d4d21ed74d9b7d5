import { Audit } from '@zhuiyuan/contract/kit/audit';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';

/** Review of a record, or that it is void. */
export const FlowState = ({ flow }: { flow: { audit: number; voidAt: string | null } }) =>
  flow.voidAt ? <Tag tone="gone">已作废</Tag> : <EnumTag of={Audit} value={flow.audit} />;
