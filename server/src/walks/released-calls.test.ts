import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { findNarrowed, type Calls, type Schema } from '../../test/narrowed.ts';
import { keptCalls, releasedVersions } from '../../test/released.ts';

const last = keptCalls(releasedVersions().at(-1)!);
let app: TestApp;
let ours: Calls;
beforeAll(async () => {
  app = await openTestApp();
  ours = (await app.fastify.inject({ url: '/openapi.json' })).json<Calls>();
});
afterAll(() => app.close());

/** What is narrower on purpose than in the last release, by its reason; empty again once a release was kept. */
const meant: Record<string, string[]> = {};

it('every call of the last release takes and answers what it did, but for what is meant', () => {
  expect(findNarrowed(last, ours).toSorted()).toEqual(Object.values(meant).flat().toSorted());
});

it('tells of a call that is gone, of an input that is refused or required, and of an answer that is less', () => {
  const call = (body: Schema, data: Schema) => ({
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties: { data } } } } } },
  });
  const calls = (paths: Calls['paths']): Calls => ({ info: { version: '' }, paths });
  const kind: Schema = { type: 'number', enum: [1, 2] };
  const was = call(
    {
      type: 'object',
      properties: { id: { type: 'integer' }, kind, name: { type: 'string', maxLength: 9 } },
      required: ['id'],
    },
    {
      type: 'object',
      properties: { state: { 'x-values': [0, 1] }, at: { type: 'string' }, n: kind },
      required: ['state', 'at'],
    },
  );
  const is = call(
    {
      type: 'object',
      properties: {
        id: { type: 'number' },
        kind: { ...kind, enum: [2] },
        name: { type: 'string', maxLength: 8 },
        more: {},
      },
      required: ['id', 'more'],
    },
    {
      type: 'object',
      properties: { state: { 'x-values': [0, 2] }, at: { type: 'string', nullable: true } },
      required: ['state'],
    },
  );
  expect(findNarrowed(calls({ '/a': { post: was }, '/b': { post: was } }), calls({ '/a': { post: is } }))).toEqual([
    'POST /a body.kind: 1 refused',
    'POST /a body.name: maxLength 9 is 8',
    'POST /a body.more: is required',
    'POST /a answer.data.state: 1 gone',
    'POST /a answer.data.at: may be null',
    'POST /a answer.data.at: may be missing',
    'POST /a answer.data.n: gone',
    'POST /b: gone',
  ]);
  expect(findNarrowed(calls({ '/a': { post: was } }), calls({ '/a': { post: was }, '/c': { post: is } }))).toEqual([]);
});
