import { z } from 'zod';
import { flag, id, int, oneOf, optionalText, text } from '../../kit/fields.ts';
import { AssocMode, Faces, FileType, LabelMould, PrintColor, UrlStyle } from '../state/code-enums.ts';

/** Most codes of one level in one task, and in one segment. */
export const levelLimit = 2_000_000_000;
export const segmentLimit = 200_000_000;
/** Most codes of a task whose files are spreadsheets. */
export const xlsxLimit = 100_000;
export const xlsxLimitText = '文件格式为xlsx时最多生成100000个码';

/** Said of a GS1 Digital Link for goods without a barcode that counts outside the firm. */
export const noGs1Text = '请选择GS1商品条码的产品';

const count = (label: string) => int(0, levelLimit, `${label}应为0-2000000000的整数`).default(0);

/** A request for codes. For sets (套标) only the top level is typed; the lower counts follow from the ratio. */
export const TaskDraft = z
  .object({
    firmId: id('请选择所属企业').optional(),
    name: text('任务名称', { max: 40 }),
    productId: id('请选择产品').optional(),
    lotId: id('请选择批次').optional(),
    fmt: z.enum(['X16', 'X18', 'X20', 'N20'], '请选择码制').default('X16'),
    faces: Faces.schema.default(1),
    pinLen: oneOf([0, 4, 6], '防伪验证码应为无、4位或6位').default(0),
    assocMode: AssocMode.schema.default(0),
    caseNum: int(0, 1000, '包装数量应为0-1000的整数').optional(),
    boxNum: int(0, 1000, '包装数量应为0-1000的整数').optional(),
    caseCount: count('大箱码'),
    boxCount: count('小箱码'),
    itemCount: count('产品码'),
    urlStyle: UrlStyle.schema.default(1),
    /** Printed addresses begin with the firm's own domain instead of the platform's. */
    usesFirmDomain: flag.default(false),
    fileType: FileType.schema.default('csv'),
    fileRows: int(10_000, 2_000_000, '每个文件条数应为10000-2000000的整数').default(1_000_000),
    mouldId: LabelMould.schema.default(2),
    printColor: PrintColor.schema.default(0),
    printer: optionalText('印刷厂', 40),
    maxDownload: int(1, 20, '下载次数限制应为1-20的整数').default(3),
    autoActivate: flag.default(false),
    /** Its segments are registered with the identifier node once its files are there. */
    regOn: flag.default(false),
    remark: optionalText('备注', 200),
    idemKey: z.string({ error: '请求编号不能为空' }).trim().min(8, '请求编号不正确').max(64, '请求编号不正确'),
  })
  .superRefine((draft, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    // Of a set only the top level is typed: large boxes, or small ones where nothing goes into large boxes.
    const typed = draft.assocMode === AssocMode.none ? 'itemCount' : draft.caseNum === 0 ? 'boxCount' : 'caseCount';
    if (draft.itemCount + draft.boxCount + draft.caseCount < 1) refuse(typed, '请输入生码数量');
    if (draft.fileType === 'xlsx' && draft.itemCount + draft.boxCount + draft.caseCount > xlsxLimit)
      refuse('fileType', xlsxLimitText);
    if (draft.fmt === 'N20' && draft.pinLen === 0) refuse('pinLen', '数字码须启用防伪验证码');
    if (draft.lotId && !draft.productId) refuse('lotId', '请先选择产品');
    if (draft.autoActivate && !(draft.productId && draft.lotId)) refuse('autoActivate', '自动启用须选择产品和批次');
    if (draft.urlStyle === UrlStyle.gs1 && !draft.productId) refuse('urlStyle', noGs1Text);
  });
