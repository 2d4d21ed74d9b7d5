import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct, packLogApi, type PackLogRow } from '@zhuiyuan/contract/packing/pack-log';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Exporter } from '../jobs/exporter.ts';
import { completeEntries, findEntriesBehind, type FoundEntry, type LogFilters } from './log-entries.ts';

/** The log of packing as a file, the latest first. */
export const logExporter = (keyring: Keyring): Exporter<PackLogRow, LogFilters, FoundEntry> => ({
  biz: 'pack_log',
  title: '包装日志',
  may: packLogApi.export.may,
  columns: [
    { title: '时间', width: 20, cell: (row) => row.at },
    { title: '动作', cell: (row) => PackAct.label(row.act) },
    { title: '箱码', width: 26, cell: (row) => row.parentCode },
    { title: '下级码', width: 52, cell: (row) => row.childText },
    { title: '数量', cell: (row) => row.childCnt },
    { title: '结果', cell: (row) => LogResult.label(row.result) },
    { title: '失败原因', width: 44, cell: (row) => row.errMsg },
    { title: '补录', cell: (row) => (row.isLate ? '是' : '否') },
    { title: '实际时间', width: 20, cell: (row) => row.occurredAt },
    { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '原因', width: 28, cell: (row) => row.reason },
    { title: '操作编号', width: 22, cell: (row) => row.opNo },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
  ],
  filters: packLogApi.export.input,
  page: (db, filters, after, limit) => findEntriesBehind(db, keyring, filters, after, limit),
  complete: (db, found) => completeEntries(db, keyring, found),
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'code', label: '编码', control: 'text' },
    { name: 'act', label: '动作', control: 'select', options: [...PackAct.options] },
    { name: 'result', label: '结果', control: 'select', options: [...LogResult.options] },
    { name: 'opSrc', label: '来源', control: 'select', options: [...OpSource.options] },
    { name: 'dateLimit', label: '时间', control: 'date' },
  ],
});
