import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { mayCall, type Operator } from '../kit/operator.ts';
import { mayDoRemits } from '../settlement/remit-acts.ts';

interface Asked {
  db: Db;
  address: string;
  operator: Operator;
}

/** What private files may belong to. */
interface FileKind {
  /** The columns that name them, as `remit.voucher`. */
  columns: readonly string[];
  /** The call that shows what they belong to: who may make it may read them. */
  shownBy: Endpoint;
  /** Whether a row that this call shows names the file. */
  isNamed: (asked: Asked) => Promise<boolean>;
}

const isFound = async <T extends keyof DB>(rows: SelectQueryBuilder<DB, T, object>): Promise<boolean> =>
  (await rows.select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) !== undefined;

/** One of these columns holds the address: said in the words of the indexes of the few rows that name a private file. */
const names = (address: string, ...columns: readonly string[]): Expression<SqlBool> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`(${sql.ref(column)} = ${address} and ${sql.ref(column)} like '/file/%')`),
    sql` or `,
  )})`;

/** Tables of jobs keep the name in the file store: the address without its slash. */
const stores = (address: string, column: string): Expression<SqlBool> =>
  sql<boolean>`(${sql.ref(column)} = ${address.slice(1)} and ${sql.ref(column)} like 'file/%')`;

/** Whatever private files belong to, and who is shown it. A file that belongs to nothing is its uploader's alone. */
export const fileKinds: readonly FileKind[] = [
  {
    columns: ['file_job.file', 'file_job.params'],
    shownBy: importTaskApi.source,
    isNamed: ({ db, address }) =>
      isFound(
        live(db, 'fileJob')
          .where('kind', '=', JobKind.import)
          .where(
            sql<boolean>`(${stores(address, 'file')}
              or params ->> 'zipUrl' = ${address} and params ->> 'zipUrl' like '/file/%')`,
          ),
      ),
  },
  {
    columns: ['code_op.file'],
    shownBy: codeOpApi.info,
    isNamed: ({ db, address }) => isFound(db.selectFrom('codeOp').where(stores(address, 'file'))),
  },
  {
    columns: ['flow.files', 'flow.field_values'],
    shownBy: flowApi.file,
    isNamed: ({ db, address }) =>
      isFound(
        live(db, 'flow').where(
          sql<boolean>`flow_papers(files, field_values) @> ${JSON.stringify([address])}::jsonb
            and flow_papers(files, field_values) <> '[]'`,
        ),
      ),
  },
  {
    columns: ['lot.qc_file'],
    shownBy: lotApi.info,
    isNamed: ({ db, address }) => isFound(live(db, 'lot').where(names(address, 'qcFile'))),
  },
  {
    columns: ['firm.license_image'],
    shownBy: firmApi.info,
    isNamed: ({ db, address }) => isFound(live(db, 'firm').where(names(address, 'licenseImage'))),
  },
  {
    columns: ['agent.license_image'],
    shownBy: agentApi.info,
    isNamed: ({ db, address }) => isFound(live(db, 'agent').where(names(address, 'licenseImage'))),
  },
  ...[shopApi.info, shopApplyApi.info].map((shownBy) => ({
    columns: ['shop.license_image', 'shop.door_image'],
    shownBy,
    isNamed: ({ db, address }: Asked) => isFound(live(db, 'shop').where(names(address, 'licenseImage', 'doorImage'))),
  })),
  {
    columns: ['need_pay.voucher'],
    shownBy: needOrderApi.info,
    isNamed: ({ db, address }) => isFound(db.selectFrom('needPay').where(names(address, 'voucher'))),
  },
  ...(
    [
      [agentDeductibleApi.list, DeductibleOwner.agent],
      [shopSettlementApi.dedList, DeductibleOwner.shop],
    ] as const
  ).map(([shownBy, owner]) => ({
    columns: ['ded_log.voucher'],
    shownBy,
    isNamed: ({ db, address }: Asked) =>
      isFound(db.selectFrom('dedLog').where('ownerKind', '=', owner).where(names(address, 'voucher'))),
  })),
  {
    columns: ['remit.voucher'],
    shownBy: remitApi.info,
    isNamed: ({ db, address, operator }) =>
      isFound(
        db
          .selectFrom('remit')
          .where(names(address, 'voucher'))
          .where(
            'payeeKind',
            'in',
            PayeeKind.options.map(({ value }) => value).filter((kind) => mayDoRemits(operator, kind, 'list')),
          ),
      ),
  },
  {
    columns: ['fund_request.vouchers'],
    shownBy: poolApi.requests,
    isNamed: ({ db, address }) => isFound(db.selectFrom('fundRequest').where(sql<boolean>`${address} = any(vouchers)`)),
  },
];

/** Whether somebody is shown something that a private file belongs to. `db` sees what he does. */
export const mayReadFile = async (db: Db, { address, operator }: Omit<Asked, 'db'>): Promise<boolean> => {
  for (const { shownBy, isNamed } of fileKinds)
    if (mayCall(operator, shownBy) && (await isNamed({ db, address, operator }))) return true;
  return false;
};
