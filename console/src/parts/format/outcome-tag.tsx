import type { Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { isPartlyDone, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { EnumTag, Tag } from './tag.tsx';

/** How something ended: 部分成功 where it was carried out but for some of its rows or codes. */
export const OutcomeTag = ({ of, value, isPartly }: { of: Enumeration; value: unknown; isPartly: boolean }) =>
  isPartly ? <Tag tone="wait">部分成功</Tag> : <EnumTag of={of} value={value} />;

/** State of a job of a file. */
export const JobTag = ({ job }: { job: Parameters<typeof isPartlyDone>[0] }) => (
  <OutcomeTag of={JobStatus} value={job.status} isPartly={isPartlyDone(job)} />
);
