import { foreignImport, type Make } from '../foreign.ts';

const admin = '/admin/system/admin';
const log = '/admin/system/log';
const attachment = '/admin/system/attachment';
const excelLog = '/admin/identity/excelLog';
const importTask = '/admin/identity/importTask';

const view = { name: '夺', isShared: true, content: {} };

/** Calls about staff, logs, files, settings, imports and exports that point at rows of another firm. */
export const systemInputs: Record<string, Make> = {
  [`${admin}/list`]: ({ firmId }) => ({ firmId }),
  [`${admin}/save`]: ({ firmId }) => ({
    account: 'walker',
    pwd: 'secret-1',
    realName: '走',
    roles: '6',
    phone: '13800001234',
    firmId,
  }),
  [`${admin}/update`]: ({ adminId }) => ({ id: adminId, realName: '夺', pwd: 'stolen-one' }),
  [`${admin}/info`]: ({ adminId }) => ({ id: adminId }),
  [`${admin}/delete`]: ({ adminId }) => ({ id: adminId }),
  [`${admin}/updateStatus`]: ({ adminId }) => ({ id: adminId, status: 0 }),
  [`${admin}/update/isSms`]: ({ adminId }) => ({ id: adminId }),
  '/admin/list/layout': ({ viewId }) => ({ list: '/x', layout: null, viewId }),
  '/admin/list/view/save': () => ({ list: '/x', ...view }),
  '/admin/list/view/update': ({ viewId }) => ({ id: viewId, version: 0, ...view }),
  '/admin/list/view/delete': ({ viewId }) => ({ id: viewId }),
  [`${log}/list`]: ({ firmId }) => ({ firmId }),
  [`${log}/info`]: ({ logId }) => ({ id: logId }),
  [`${log}/delete/:ids`]: ({ logId }) => ({ ids: String(logId) }),
  '/admin/export/excel/systemLog': ({ firmId }) => ({ firmId }),
  [`${attachment}/list`]: ({ folderId }) => ({ pid: folderId }),
  [`${attachment}/info/:id`]: ({ attId }) => ({ id: attId }),
  [`${attachment}/save`]: ({ folderId }) => ({ name: '走', sattDir: '/media/x.png', pid: folderId }),
  [`${attachment}/update`]: ({ attId }) => ({ attId, name: '夺', pid: 1 }),
  [`${attachment}/delete/:ids`]: ({ attId }) => ({ ids: String(attId) }),
  [`${attachment}/move`]: ({ attId }) => ({ attrId: String(attId), pid: 0 }),
  '/admin/category/list': ({ folderId }) => ({ type: 2, pid: folderId }),
  '/admin/category/list/ids': ({ folderId }) => ({ ids: String(folderId) }),
  '/admin/category/info': ({ folderId }) => ({ id: folderId }),
  '/admin/category/save': ({ folderId }) => ({ pid: folderId, name: '走', type: 2, sort: 1, status: true }),
  '/admin/category/update': ({ folderId }) => ({ id: folderId, pid: 0, name: '夺', type: 2, sort: 1, status: true }),
  '/admin/category/delete': ({ folderId }) => ({ id: folderId }),
  '/admin/category/updateStatus/:id': ({ folderId }) => ({ id: folderId }),
  '/admin/statistics/product': ({ productId }) => ({ id: productId }),
  '/admin/statistics/firm/month': ({ firmId }) => ({ id: firmId }),
  [`${excelLog}/list`]: ({ firmId }) => ({ firmId }),
  [`${excelLog}/list/all`]: ({ exportId }) => ({ ids: [exportId] }),
  [`${excelLog}/info`]: ({ exportId }) => ({ id: exportId }),
  [`${excelLog}/url`]: ({ exportId }) => ({ id: exportId }),
  [`${excelLog}/redo`]: ({ exportId }) => ({ id: exportId }),
  [`${excelLog}/cancel`]: ({ exportId }) => ({ id: exportId }),
  [`${excelLog}/delete`]: ({ exportId }) => ({ id: exportId }),
  [`${excelLog}/delete/ids`]: ({ exportId }) => ({ ids: [exportId] }),
  [`${importTask}/list`]: ({ firmId }) => ({ firmId }),
  [`${importTask}/info`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/progress`]: ({ importId }) => ({ ids: String(importId) }),
  [`${importTask}/save`]: (foreign) => ({ biz: 'product', ...foreignImport(foreign) }),
  [`${importTask}/cancel`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/retry`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/resume`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/error/list`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/error/export`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/file/url`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/delete`]: ({ importId }) => ({ id: importId }),
  [`${importTask}/delete/ids`]: ({ importId }) => ({ ids: [importId] }),
};
