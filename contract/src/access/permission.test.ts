import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adminRole, everything, hasRole, namesPermission, permits } from './permission.ts';

const permission = fc.constantFrom('admin:a:list', 'admin:a:save', 'admin:b:list', 'monitor:job:list', 'admin:info');
const granted = fc.uniqueArray(permission).map((list) => new Set(list));
const named = fc.uniqueArray(permission);

describe('permits', () => {
  it('lets everybody through what is open or only needs a token', () => {
    fc.assert(fc.property(granted, (held) => permits(held, 'open') && permits(held, 'signed-in')));
  });

  it('grants exactly the permission held', () => {
    fc.assert(
      fc.property(
        granted,
        permission,
        (held, wanted) => permits(held, wanted as `${string}:${string}`) === held.has(wanted),
      ),
    );
  });

  it('grants any-of when one is held and all-of when none is missing', () => {
    fc.assert(
      fc.property(granted, named, (held, wanted) => {
        expect(permits(held, { any: wanted })).toBe(wanted.some((one) => held.has(one)));
        expect(permits(held, { all: wanted })).toBe(wanted.length > 0 && wanted.every((one) => held.has(one)));
      }),
    );
  });

  it('grants everything that is named to the wildcard, and nothing that is not named', () => {
    const all = new Set([everything]);
    fc.assert(
      fc.property(
        named,
        (wanted) =>
          permits(all, { any: wanted }) === wanted.length > 0 && permits(all, { all: wanted }) === wanted.length > 0,
      ),
    );
    expect(permits(all, { any: [''] })).toBe(false);
  });

  it('never takes a permission away when more is granted', () => {
    fc.assert(
      fc.property(granted, granted, named, (held, more, wanted) => {
        const both = new Set([...held, ...more]);
        return (
          (!permits(held, { any: wanted }) || permits(both, { any: wanted })) &&
          (!permits(held, { all: wanted }) || permits(both, { all: wanted }))
        );
      }),
    );
  });

  it('does not read part of a permission as the whole', () => {
    expect(permits(new Set(['admin:a:list']), 'admin:a')).toBe(false);
    expect(permits(new Set(['admin:a']), 'admin:a:list')).toBe(false);
  });
});

describe('namesPermission', () => {
  it('is false for a missing or empty list', () => {
    expect(namesPermission(undefined)).toBe(false);
    expect(namesPermission({ any: [] })).toBe(false);
    expect(namesPermission({ all: [] })).toBe(false);
    expect(namesPermission('admin:a:list')).toBe(true);
  });
});

describe('hasRole', () => {
  it('accepts a listed role or the administrator, and refuses an empty list', () => {
    expect(hasRole(['role_2'], ['role_2', 'role_3'])).toBe(true);
    expect(hasRole(['role_2'], [adminRole])).toBe(false);
    expect(hasRole([adminRole], ['editor'])).toBe(true);
    expect(hasRole([adminRole], [])).toBe(false);
  });
});
