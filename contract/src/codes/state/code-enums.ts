import { enumeration } from '../../kit/enumeration.ts';

/** Code level. */
export const Level = enumeration({ value: 0, label: '产品' }, { value: 1, label: '小箱' }, { value: 2, label: '大箱' });

/** Where a code comes from. */
export const CodeSource = enumeration({ value: 1, label: '平台生成' }, { value: 2, label: '第三方导入' });

/** Text format of a code; lengths and alphabets are in code-format. */
export const Fmt = enumeration(
  { value: 'X16', label: '16位字符' },
  { value: 'X18', label: '18位字符' },
  { value: 'X20', label: '20位字符' },
  { value: 'N20', label: '20位数字' },
  { value: 'EXT', label: '导入码' },
);
export type Fmt = (typeof Fmt.options)[number]['value'];

/** How many faces an item carries: an outer code alone, or an outer and an inner one. */
export const Faces = enumeration({ value: 1, label: '明码' }, { value: 2, label: '明码+暗码' });

/** Whether items, boxes and cases are joined before printing (套标) or later. */
export const AssocMode = enumeration({ value: 0, label: '不关联' }, { value: 1, label: '套标' });

/** What a printed code holds. */
export const UrlStyle = enumeration(
  { value: 1, label: '短链' },
  { value: 2, label: 'GS1 Digital Link' },
  { value: 3, label: '仅编码' },
);

export const FileType = enumeration(
  { value: 'csv', label: 'csv' },
  { value: 'txt', label: 'txt' },
  { value: 'xlsx', label: 'xlsx' },
);
/** Label paper (标签模板). */
export const LabelMould = enumeration(
  { value: 1, label: '40×30 mm' },
  { value: 2, label: '50×30 mm' },
  { value: 3, label: '60×40 mm' },
);
export const PrintColor = enumeration({ value: 0, label: '黑色' }, { value: 1, label: '彩色' });

/** Task status, variant 1 (code tasks). */
export const TaskStatus = enumeration(
  { value: 1, label: '进行中', tone: 'doing' },
  { value: 2, label: '未完成', tone: 'wait' },
  { value: 3, label: '成功', tone: 'good' },
);

/** What a code task is doing. */
export const TaskPhase = enumeration(
  { value: 0, label: '待审核', tone: 'wait' },
  { value: 1, label: '排队', tone: 'doing' },
  { value: 2, label: '生成中', tone: 'doing' },
  { value: 3, label: '打包中', tone: 'doing' },
  { value: 4, label: '完成', tone: 'good' },
  { value: 5, label: '失败', tone: 'bad' },
  { value: 6, label: '已取消', tone: 'gone' },
);
export const Phase = { review: 0, queued: 1, generating: 2, packing: 3, done: 4, failed: 5, cancelled: 6 } as const;

/** Task status, variant 2 (imports and operations on codes). */
export const OpStatus = enumeration(
  { value: 1, label: '进行中', tone: 'doing' },
  { value: 2, label: '成功', tone: 'good' },
  { value: 3, label: '未完成', tone: 'wait' },
);

/** State of a print file. */
export const PartState = enumeration(
  { value: 0, label: '待生成', tone: 'idle' },
  { value: 1, label: '生成中', tone: 'doing' },
  { value: 2, label: '完成', tone: 'good' },
  { value: 3, label: '失败', tone: 'bad' },
);

/** Life of a code. */
export const Life = enumeration(
  { value: 0, label: '未启用', tone: 'idle' },
  { value: 1, label: '已启用', tone: 'good' },
  { value: 2, label: '已作废', tone: 'bad' },
  { value: 3, label: '已冻结', tone: 'wait' },
);

/** Shipping of a code. */
export const Shipping = enumeration(
  { value: 0, label: '未发货', tone: 'idle' },
  { value: 1, label: '已发货', tone: 'doing' },
  { value: 2, label: '已取消', tone: 'gone' },
  { value: 3, label: '已签收', tone: 'good' },
);

/** State of a whole segment. */
export const SegmentState = enumeration(
  { value: 0, label: '正常', tone: 'good' },
  { value: 1, label: '冻结', tone: 'wait' },
  { value: 2, label: '作废', tone: 'bad' },
);

/** What an operation on codes did. */
export const OpType = enumeration(
  { value: 1, label: '启用' },
  { value: 2, label: '改绑' },
  { value: 3, label: '作废' },
  { value: 4, label: '冻结' },
  { value: 5, label: '解冻' },
  { value: 6, label: '装箱' },
  { value: 7, label: '拆箱' },
  { value: 8, label: '换码' },
  { value: 9, label: '发货' },
  { value: 10, label: '撤销发货' },
  { value: 11, label: '签收' },
  { value: 12, label: '退货' },
  { value: 13, label: '渠道变更' },
  { value: 14, label: '导入码' },
  { value: 15, label: '导出码' },
  { value: 16, label: '撤销启用' },
);

/** Why codes are voided. */
export const VoidReason = enumeration(
  { value: 1, label: '印刷损坏' },
  { value: 2, label: '生产报废' },
  { value: 3, label: '丢失被盗' },
  { value: 4, label: '测试码' },
  { value: 5, label: '其他' },
);

/** Entry mode of a scan. */
export const Entry = enumeration({ value: 0, label: '链接' }, { value: 1, label: '扫码' });
/** Where a scan's place comes from. */
export const GeoSource = enumeration(
  { value: 1, label: 'GPS授权' },
  { value: 2, label: 'IP定位' },
  { value: 3, label: '无' },
);
