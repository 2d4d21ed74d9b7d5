import { expect, it } from 'vitest';
import { toQuery } from './query.ts';

it('carries what says something, and leaves out what does not', () => {
  expect(toQuery({ page: 2, status: 0, isNew: false, token: '', lng: null, lat: undefined })).toBe(
    '?page=2&status=0&isNew=false',
  );
  expect(toQuery({ back: '/c/A?x=1#draw' })).toBe('?back=%2Fc%2FA%3Fx%3D1%23draw');
  expect(toQuery({ token: '' })).toBe('');
});
