import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** The calls that clients of this API family make, under their exact method and path; `{x}` is a path parameter. */
const calls = `
POST /admin/login
GET /admin/getAdminInfoByToken
GET /admin/logout
GET /admin/getLoginPic
GET /admin/validate/code/get
GET /admin/pass/isLogin
GET /admin/getMenus
POST /admin/login/admin/update
POST /admin/login/update/password
GET /admin/login/log/list
GET /public/jsconfig/getchatconfig

POST /admin/category/save
POST /admin/category/update
GET /admin/category/info
GET /admin/category/delete
GET /admin/category/list
GET /admin/category/list/tree
GET /admin/category/list/ids
GET /admin/category/updateStatus/{id}

GET /admin/system/config/info
GET /admin/system/config/getuniq
POST /admin/system/config/save/form
POST /admin/system/config/saveuniq
GET /admin/system/config/check
GET /admin/system/config/get
POST /admin/system/config/update
GET /admin/system/city/list/tree

POST /admin/upload/file
POST /admin/upload/image
GET /admin/system/attachment/list
GET /admin/system/attachment/delete/{ids}
POST /admin/system/attachment/move
POST /admin/system/attachment/save
POST /admin/system/attachment/update
GET /admin/system/attachment/info/{id}
GET /common/download
GET /common/download/resource

GET /admin/system/role/list
POST /admin/system/role/save
POST /admin/system/role/update
GET /admin/system/role/info/{id}
GET /admin/system/role/delete
GET /admin/system/role/updateStatus
GET /admin/system/menu/cache/tree
GET /admin/system/admin/list
POST /admin/system/admin/save
POST /admin/system/admin/update
GET /admin/system/admin/info
GET /admin/system/admin/delete
GET /admin/system/admin/updateStatus
GET /admin/system/admin/update/isSms
GET /admin/system/menu/list
POST /admin/system/menu/add
POST /admin/system/menu/update
POST /admin/system/menu/delete/{id}
GET /admin/system/menu/info/{id}
POST /admin/system/menu/updateShowStatus/{id}
GET /admin/system/log/list
GET /admin/system/log/info
GET /admin/system/log/delete/{ids}
GET /admin/system/log/clean
GET /admin/export/excel/systemLog

GET /admin/identity/firm/delete
POST /admin/identity/firm/delete/ids
GET /admin/identity/firm/info
GET /admin/identity/firm/list
GET /admin/identity/firm/list/all
POST /admin/identity/firm/save
POST /admin/identity/firm/update
GET /admin/identity/shop/list
GET /admin/identity/shop/list/all
GET /admin/identity/shop/verify/list
GET /admin/identity/shop/ded/list
GET /admin/identity/shop/ded/export
GET /admin/identity/shop/ver/log/list
GET /admin/identity/shop/ver/log/export
GET /admin/identity/shop/bind/act/list
GET /admin/identity/shop/bind/act/del
GET /admin/identity/shop/delete
GET /admin/identity/shop/export
POST /admin/identity/shop/save
POST /admin/identity/shop/update
POST /admin/identity/shop/ver/log/clear/deductible
GET /admin/identity/sales/list
GET /admin/identity/sales/list/all
POST /admin/identity/sales/update
GET /admin/identity/sales/delete
POST /admin/identity/sales/save
GET /admin/identity/agent/delete
POST /admin/identity/agent/delete/ids
GET /admin/identity/agent/info
GET /admin/identity/agent/list
GET /admin/identity/agent/list/all
POST /admin/identity/agent/save
POST /admin/identity/agent/update
GET /admin/identity/agent/ded/list
GET /admin/identity/agent/duct/export
POST /admin/identity/agent/clear/deductible
GET /admin/lottery/channel/list/all
GET /admin/lottery/active/bind/list/all
GET /admin/lottery/bind/act/list
GET /admin/lottery/bind/act/del
GET /admin/lottery/prize/ver/list
GET /admin/lottery/prize/ver/export
POST /admin/lottery/prize/ver/update
GET /admin/identity/product/list
GET /admin/identity/product/list/all
GET /admin/identity/product/info
POST /admin/identity/product/save
POST /admin/identity/product/update
GET /admin/identity/product/delete
POST /admin/identity/product/delete/ids
`
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(' ') as ['GET' | 'POST', string]);

it.each(['/api', ''])('every call is mounted under “%s”', async (prefix) => {
  const missing: string[] = [];
  for (const [method, path] of calls) {
    const answer = await app.fastify.inject({ method, url: prefix + path.replace(/\{\w+\}/g, '1') });
    if (answer.statusCode === 404) missing.push(`${method} ${prefix}${path}`);
    const other = await app.fastify.inject({ method: method === 'GET' ? 'PUT' : 'PATCH', url: prefix + path });
    expect(other.statusCode).toBe(404);
  }
  expect(missing).toEqual([]);
});
