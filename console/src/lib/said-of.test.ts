import { expect, it } from 'vitest';
import { ApiError, noAnswer } from './api-error.ts';
import { ownFault, saidOf } from './said-of.ts';

const offline = '网络连接失败，请检查网络后再试';

it.each([
  ['a call without an answer', new ApiError(noAnswer, offline), offline],
  ['a refusal', new ApiError(409, '编号已存在'), '编号已存在'],
  ['what a screen says itself', new Error('没有新的打款单'), '没有新的打款单'],
  ['a part that did not come', new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), offline],
  ['a part that did not come to Safari', new TypeError('Importing a module script failed.'), offline],
  ['a function that is not there', new TypeError('rows.toSorted is not a function'), ownFault],
  ['a name that is not there', new ReferenceError('queueMicrotask is not defined'), ownFault],
])('of %s says whose fault it is', (_what, error, words) => {
  expect(saidOf(error)).toBe(words);
});
