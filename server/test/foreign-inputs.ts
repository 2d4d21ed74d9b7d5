import { randomUUID } from 'node:crypto';
import type { Foreign } from './foreign.ts';

type Make = (foreign: Foreign) => Record<string, unknown>;

const admin = '/admin/system/admin';
const log = '/admin/system/log';
const attachment = '/admin/system/attachment';
const firm = '/admin/identity/firm';
const product = '/admin/identity/product';
const lot = '/admin/identity/lot';
const task = '/admin/identity/task';
const batch = '/admin/identity/batch';
const identity = '/admin/identity/identity';
const reason = { reason: '越权', remark: '越权', text: '越权' };

/** How each call is made to point at rows of another firm. A new call that takes a row's number belongs in here. */
export const foreignInputs: Record<string, Make> = {
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
  [`${firm}/info`]: ({ firmId }) => ({ id: firmId }),
  [`${firm}/update`]: ({ firmId }) => ({
    id: firmId,
    name: '夺来的企业',
    licenseImage: '/media/x.png',
    industry: '食品饮料',
    regionCode: '330106',
    address: '夺来的地址',
    creditCode: '91110000802100433B',
    contact: '夺',
    phone: '13800001234',
  }),
  [`${firm}/delete`]: ({ firmId }) => ({ id: firmId }),
  [`${firm}/delete/ids`]: ({ firmId }) => ({ ids: [firmId] }),
  [`${firm}/update/status`]: ({ firmId }) => ({ id: firmId, status: 1 }),
  [`${firm}/audit`]: ({ firmId }) => ({ id: firmId, audit: 2, ...reason }),
  [`${firm}/quota`]: ({ firmId }) => ({ id: firmId, add: 100, ...reason }),
  [`${firm}/settings`]: ({ firmId }) => ({ id: firmId, taskAuditOver: 1, scanDedupeMin: 1, overLimit: 9 }),
  [`${firm}/export`]: ({ firmId }) => ({ ids: String(firmId) }),
  '/admin/statistics/firm/month': ({ firmId }) => ({ id: firmId }),
  [`${product}/list`]: ({ firmId }) => ({ firmId }),
  [`${product}/info`]: ({ productId }) => ({ id: productId }),
  [`${product}/save`]: ({ firmId }) => ({
    firmId,
    storeName: '走走',
    unit: '盒',
    boxNum: 1,
    caseNum: 1,
    image: '/media/x.png',
  }),
  [`${product}/update`]: ({ productId }) => ({
    id: productId,
    storeName: '夺夺',
    unit: '盒',
    boxNum: 1,
    caseNum: 1,
    image: '/media/x.png',
  }),
  [`${product}/copy`]: ({ productId }) => ({ id: productId }),
  [`${product}/delete`]: ({ productId }) => ({ id: productId }),
  [`${product}/delete/ids`]: ({ productId }) => ({ ids: [productId] }),
  [`${product}/update/status`]: ({ productId }) => ({ id: productId, status: 1 }),
  [`${product}/export`]: ({ productId, firmId }) => ({ ids: String(productId), firmId }),
  [`${lot}/list`]: ({ productId }) => ({ productId }),
  [`${lot}/list/all`]: ({ productId }) => ({ productId }),
  [`${lot}/info`]: ({ lotId }) => ({ id: lotId }),
  [`${lot}/save`]: ({ productId }) => ({ productId, lotNo: 'W1', produceDate: '2026-01-01' }),
  [`${lot}/update`]: ({ lotId }) => ({ id: lotId, lotNo: 'W1', produceDate: '2026-01-01' }),
  [`${lot}/qc`]: ({ lotId }) => ({ id: lotId, qcState: 1, qcFile: '/file/x.pdf' }),
  [`${lot}/recall`]: ({ lotId }) => ({ id: lotId, ...reason }),
  [`${lot}/recall/cancel`]: ({ lotId }) => ({ id: lotId }),
  [`${lot}/delete`]: ({ lotId }) => ({ id: lotId }),
  [`${task}/list`]: ({ firmId, productId }) => ({ firmId, productId }),
  [`${task}/info`]: ({ taskId }) => ({ id: taskId }),
  [`${task}/save`]: ({ firmId, productId, lotId }) => ({
    firmId,
    productId,
    lotId,
    name: '走',
    itemCount: 100,
    idemKey: randomUUID(),
  }),
  [`${task}/estimate`]: ({ firmId, productId }) => ({ firmId, productId, itemCount: 100 }),
  [`${task}/audit`]: ({ taskId }) => ({ id: taskId, isPassed: true, ...reason }),
  [`${task}/cancel`]: ({ taskId }) => ({ id: taskId }),
  [`${task}/retry`]: ({ taskId }) => ({ id: taskId }),
  [`${task}/pwd/reset`]: ({ taskId }) => ({ id: taskId }),
  [`${task}/part/list`]: ({ taskId }) => ({ taskId }),
  [`${task}/part/url`]: ({ taskId }) => ({ taskId, partNos: '1' }),
  [`${task}/sample`]: ({ taskId }) => ({ taskId }),
  [`${task}/progress`]: ({ taskId }) => ({ ids: String(taskId) }),
  [`${batch}/list`]: ({ firmId }) => ({ firmId }),
  [`${batch}/info`]: ({ opId }) => ({ id: opId }),
  [`${batch}/item/list`]: ({ opId }) => ({ opId }),
  [`${batch}/check`]: ({ pick, productId, lotId }) => ({ opType: 1, pick, productId, lotId }),
  [`${batch}/use`]: ({ pick, productId, lotId }) => ({ pick, productId, lotId, idemKey: randomUUID() }),
  [`${batch}/undo`]: ({ opId }) => ({ opId, idemKey: randomUUID() }),
  [`${identity}/list`]: ({ firmId, taskId, productId }) => ({ firmId, taskId, productId }),
  [`${identity}/span/list`]: ({ seg }) => ({ seg, dim: 'bind' }),
  [`${identity}/sample`]: ({ seg }) => ({ seg }),
  [`${identity}/query`]: ({ code }) => ({ texts: [code] }),
  [`${identity}/info`]: ({ code }) => ({ code }),
  [`${identity}/timeline`]: ({ code }) => ({ code }),
  [`${identity}/scan/list`]: ({ code }) => ({ code }),
  [`${identity}/segment/state`]: ({ seg }) => ({ seg, state: 1, ...reason }),
};

/** Calls whose numbers mean rows of the platform, which no firm owns: roles, menus, forms. */
export const platformRows: ReadonlySet<string> = new Set([
  '/admin/system/role/save',
  '/admin/system/role/update',
  '/admin/system/role/info/:id',
  '/admin/system/role/delete',
  '/admin/system/role/updateStatus',
  '/admin/system/menu/info/:id',
  '/admin/system/menu/add',
  '/admin/system/menu/update',
  '/admin/system/menu/delete/:id',
  '/admin/system/menu/updateShowStatus/:id',
  '/admin/system/config/info',
  '/admin/system/config/save/form',
  '/admin/system/config/update',
]);

/** Uploads name their folder, and are multipart: the media tests send them into another firm's folder. */
export const provenElsewhere: ReadonlySet<string> = new Set(['/admin/upload/image', '/admin/upload/file']);
