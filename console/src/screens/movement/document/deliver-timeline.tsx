import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverEvent } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import { Button, Skeleton } from 'antd';
import FilePlus2 from 'icon:file-plus-2';
import FilePenLine from 'icon:file-pen-line';
import PackageCheck from 'icon:package-check';
import Printer from 'icon:printer';
import Truck from 'icon:truck';
import Undo2 from 'icon:undo-2';
import X from 'icon:x';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { deliverList } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Timeline, type Happening } from '../../../parts/format/timeline.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';

const icons = new Map<number, IconType>([
  [DeliverAct.ship, Truck],
  [DeliverAct.cancel, Undo2],
  [DeliverAct.sign, PackageCheck],
  [DeliverAct.takeBack, Undo2],
  [DeliverAct.create, FilePlus2],
  [DeliverAct.logistics, FilePenLine],
  [DeliverAct.print, Printer],
]);

const happeningOf = (event: DeliverEvent, at: number): Happening => {
  const { act, result, itemQty, lineCnt, codes } = event;
  const isBad = result === LogResult.failed;
  const items = itemQty > 0 ? ` ${countText(itemQty)} 件` : '';
  return {
    key: at,
    time: event.at,
    icon: isBad ? X : (icons.get(act) ?? Truck),
    isBad,
    title: isBad ? `${countText(lineCnt)} 个码未能${DeliverAct.label(act)}` : `${DeliverAct.label(act)}${items}`,
    facts: [
      event.operatorName,
      event.opSrc === OpSource.console ? '' : OpSource.label(event.opSrc),
      event.place,
      !isBad && itemQty > 0 && lineCnt > 1 ? `${countText(lineCnt)} 行` : '',
      event.note,
      ...(isBad
        ? codes.map(({ codeText, errMsg }) => (
            <Fragment key={codeText}>
              {codeText.length > 24 ? codeText : <CodeText code={codeText} />} {errMsg.replace(`编码${codeText}：`, '')}
            </Fragment>
          ))
        : []),
    ],
  };
};

/** 单据动态, the latest first; refusals say why. */
export const DeliverTimeline = ({ id }: { id: number }) => {
  const may = useMay();
  const search = useLocalSearch(deliverApi.history, { fixed: { deliverId: id } });
  return (
    <Sheet
      title="单据动态"
      finding={search.total > 0 ? `${countText(search.total)} 条` : undefined}
      extra={may(deliverLogApi.list.may) && <Link to={`${deliverList}/log?deliverId=${id}`}>发货日志</Link>}
    >
      {search.error && search.rows.length === 0 && (
        <Failed title="动态没有加载出来" error={search.error} retry={search.reload} />
      )}
      {search.isFirstLoad && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
      <Timeline items={search.rows.map(happeningOf)} />
      {search.total > search.rows.length && (
        <Button type="link" onClick={() => search.go(1, Math.min(100, search.limit + 20))}>
          更早的动态
        </Button>
      )}
    </Sheet>
  );
};
