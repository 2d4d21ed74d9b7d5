import { describe, expect, it } from 'vitest';
import { lacksPermission, lacksRole, toDestination, permissionText, rowAt, type Guarded } from './destination.ts';

const rows: Guarded[] = [
  { path: '/dashboard' },
  { path: '/identity/packManager', may: 'admin:identity:pack:list' },
  { path: '/identity/packManager/box', may: 'admin:identity:pack:box' },
  {
    path: '/identity/productCreat/:id?',
    may: { any: ['admin:identity:product:save', 'admin:identity:product:update'] },
  },
  { path: '/operation/setting', may: 'admin:system:config:info' },
];
const menu = [
  {
    id: 1,
    name: '码管理',
    icon: '',
    url: '/identity/code',
    path: '/0/',
    child: [{ id: 2, name: '包装', icon: '', url: '/identity/packManager', path: '/0/1/', child: [] }],
  },
];
const judged = (pathname: string, permissions: string[], roles = ['role_3']) =>
  toDestination(pathname, { rows, menu, visitor: { roles, permissions: new Set(permissions) } });

describe('judge', () => {
  it('opens what the person may open', () => {
    expect(judged('/dashboard', []).kind).toBe('screen');
    expect(judged('/identity/packManager/box', ['admin:identity:pack:box'])).toMatchObject({
      kind: 'screen',
      row: rows[2],
    });
  });

  it('knows an edit by its id', () => {
    expect(rowAt(rows, '/identity/productCreat')).toMatchObject({ isEdit: false });
    expect(rowAt(rows, '/identity/productCreat/12')).toMatchObject({ isEdit: true });
  });

  it('forbids what lacks the permission or the role', () => {
    expect(judged('/identity/packManager', []).kind).toBe('forbidden');
    expect(judged('/operation/setting', ['admin:system:config:info']).kind).toBe('forbidden');
    expect(judged('/operation/setting', ['admin:system:config:info'], ['admin', 'role_2']).kind).toBe('screen');
    expect(judged('/operation/setting', [], ['admin']).kind).toBe('forbidden');
    expect(judged('/operation/setting', ['*:*:*'], ['admin']).kind).toBe('screen');
  });

  it('leads a directory on and does not know the rest', () => {
    expect(judged('/identity/code', [])).toEqual({ kind: 'directory', to: '/identity/packManager' });
    expect(judged('/nowhere', ['*:*:*']).kind).toBe('unknown');
  });

  it('says whether the role or the permission is missing', () => {
    const setting = rows[4]!;
    const lacking = (roles: string[], permissions: string[]) => {
      const visitor = { roles, permissions: new Set(permissions) };
      return [lacksRole(setting, visitor), lacksPermission(setting, visitor)];
    };
    expect(lacking(['role_3'], ['admin:system:config:info'])).toEqual([true, false]);
    expect(lacking(['admin'], [])).toEqual([false, true]);
    expect(lacking(['role_3'], [])).toEqual([true, true]);
    expect(lacking(['admin'], ['*:*:*'])).toEqual([false, false]);
  });

  it('says which permission is missing', () => {
    expect(permissionText(rows[3]?.may)).toBe('admin:identity:product:save 或 admin:identity:product:update');
    expect(permissionText(undefined)).toBe('');
  });
});
