import { needApplyApi, type NeedApply } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { dayText, timeText } from '../../../parts/format/times.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { cell } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import './need.css';
import { OrderLink } from '../order-link.tsx';
import { itemColumns } from './need-columns.tsx';

type Item = NeedApply['items'][number];

const columnsOf = (status: number) => [
  ...itemColumns<Item>(),
  ...(status === ApplyStatus.passed
    ? [
        cell<Item>('approveQty', '批准数量', (row) => countText(row.approveQty ?? 0), {
          width: 92,
          align: 'right',
        }),
      ]
    : []),
];

const markOf = ({ status }: NeedApply) => <EnumTag of={ApplyStatus} value={status} />;

/** 查看: a request with its lines and what came of its review. */
export const ApplyDetail = ({ id, close }: { id: number | undefined; close: () => void }) => (
  <RowDrawer
    endpoint={needApplyApi.info}
    id={id}
    close={close}
    title="要货申请"
    name={(row) => row.applyNo}
    mark={markOf}
    width={860}
  >
    {(row) => (
      <div className="zy-need-detail">
        <FieldGroup title="供需双方">
          <div className="zy-field-wide">
            <Facts
              isPaired
              items={[
                { label: '申请经销商', value: row.agentName },
                { label: '供货方', value: row.toName },
                { label: '期望到货', value: row.expectDate && dayText(row.expectDate) },
                { label: '来源', value: OpSource.label(row.opSrc) },
                { label: '收货人', value: [row.receiver, row.phone].filter(Boolean).join(' ') },
                { label: '收货地址', value: `${row.regionName}${row.address}` },
                { label: '备注', value: row.remark, isWide: true },
              ]}
            />
          </div>
        </FieldGroup>
        <FieldGroup title="要货产品">
          <div className="zy-field-wide">
            <PlainTable columns={columnsOf(row.status)} rows={row.items} keyOf={(item) => item.id} empty="没有产品" />
            <p className="zy-need-tail">
              合计 {countText(row.totalQty)} 件，¥{moneyText(row.totalAmount)}
            </p>
          </div>
        </FieldGroup>
        {row.auditAt && (
          <FieldGroup title="审核">
            <div className="zy-field-wide">
              <Facts
                isPaired
                items={[
                  { label: '审核人', value: row.auditName },
                  { label: '审核时间', value: timeText(row.auditAt) },
                  { label: '审核意见', value: row.auditRemark },
                  { label: '要货订单', value: <OrderLink id={row.orderId} orderNo={row.orderNo || '-'} /> },
                ]}
              />
            </div>
          </FieldGroup>
        )}
      </div>
    )}
  </RowDrawer>
);
