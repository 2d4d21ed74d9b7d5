import { Faces, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeFormats, type CodeFormatName } from '@zhuiyuan/contract/codes/cipher/code-format';
import { usualReviewOver, type taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { firmHost } from '../../kit/firm-host.ts';
import { codeUrlPrefix } from '../cipher/code-url-prefix.ts';

/** Lines with a zip that one worker writes in a second; measured by bench/codes. */
const linesPerSecond = 700_000;

/** What a firm has settled about its new codes. */
const IssueSettings = z.object({ taskAuditOver: z.number().default(usualReviewOver) });

/** What a draft would make: codes, files, bytes before compression, seconds of one worker, and the quota left after it. */
export const estimateTask = async (
  db: Db,
  operator: Operator,
  draft: InputOf<(typeof taskApi)['estimate']>,
  platformHost: string,
) => {
  const total = draft.itemCount + draft.boxCount + draft.caseCount;
  const files = [draft.itemCount, draft.boxCount, draft.caseCount].reduce(
    (sum, count) => sum + Math.ceil(count / draft.fileRows),
    0,
  );
  const length = (codeFormats[draft.fmt as CodeFormatName] ?? codeFormats.X16).bodyLength + 2;
  const firmId = operator.firmId ?? draft.firmId;
  const firm = firmId
    ? await db
        .selectFrom('firm')
        .where('id', '=', firmId)
        .select(['codeQuota', 'codeUsed', 'settings', 'domain'])
        .executeTakeFirst()
    : undefined;
  const product = draft.productId
    ? await db.selectFrom('product').where('id', '=', draft.productId).select('gtin').executeTakeFirst()
    : undefined;
  const ownHost = firmHost(firm?.domain ?? null);
  const urlHost = draft.usesFirmDomain && ownHost ? ownHost : platformHost;
  const gtin = product?.gtin || '0'.repeat(14);
  const urlPrefix = codeUrlPrefix(
    { urlStyle: draft.urlStyle, urlHost, gtin, gtinBox: null, gtinCase: null },
    Level.item,
  );
  const url = urlPrefix.length + length;
  const faces = draft.faces === Faces.both ? 2 : 1;
  const line =
    draft.fileType === 'txt' ? url + 1 : 9 + faces * (length + url + 2) + (draft.pinLen > 0 ? draft.pinLen + 1 : 0);
  return {
    total,
    files,
    bytes: total * line,
    seconds: Math.ceil(total / linesPerSecond),
    quotaLeft: firm && firm.codeQuota !== null ? firm.codeQuota - firm.codeUsed - total : null,
    reviewOver: IssueSettings.parse(firm?.settings ?? {}).taskAuditOver,
    urlPrefix,
    platformHost,
    firmHost: ownHost,
  };
};
