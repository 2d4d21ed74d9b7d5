import { everything } from '@zhuiyuan/contract/access/permission';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { ImportStart } from '@zhuiyuan/contract/jobs/import-call';
import { crossedText } from '@zhuiyuan/contract/kit/page';
import { storable } from '@zhuiyuan/contract/kit/storable';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { depth } from '../../test/depth.ts';
import { livingToken, makeStaff, openRoot, tokenFor } from '../../test/factories/access.ts';
import { foreignImport, makeForeignFirm, type Foreign } from '../../test/foreign.ts';
import { foreignInputs } from '../../test/foreign-inputs.ts';
import { defOf, placesOf, sampleOf, schemasOf, withField, type Place } from '../../test/input-fields.ts';
import { always, oddValue, RawJson } from '../../test/odd-values.ts';
import { unstorableText } from '../kit/refusal.ts';

let app: TestApp;
let foreign: Foreign;
let staff: { account: string };
const unhandled: unknown[] = [];
const keep = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  app = await openTestApp();
  await openRoot(app);
  foreign = await makeForeignFirm(app);
  staff = await makeStaff(app, { firmId: foreign.firmId, permissions: [everything], isAdminRole: true });
  process.on('unhandledRejection', keep);
});
afterAll(async () => {
  process.off('unhandledRejection', keep);
  await app.close();
});

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Odd values for each field of each endpoint. */
const perField = depth(10);

const inputOf = (endpoint: Endpoint): Record<string, unknown> => {
  const make = foreignInputs[endpoint.path] ?? (endpoint.input === ImportStart ? foreignImport : undefined);
  return { ...(sampleOf(endpoint.input) as object), ...make?.(foreign) };
};

let calls = 0;
const send = async (endpoint: Endpoint, token: string, input: unknown): Promise<string> => {
  const rest = { ...(input as Record<string, unknown>) };
  let raw: [string, string] | undefined;
  const replace = (name: string, value: unknown): unknown => {
    if (!(value instanceof RawJson)) return value;
    raw = [`"raw json"`, value.text];
    return 'raw json';
  };
  const asText = (value: unknown) =>
    value instanceof RawJson
      ? value.text.slice(0, 9000)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const encoded = (value: unknown) => encodeURIComponent(storable(asText(value)).replaceAll('�', '\0'));
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encoded(value);
  });
  const query = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined
      ? []
      : Array.isArray(value)
        ? value.map((one) => [name, one] as const)
        : [[name, value] as const],
  );
  const isGet = endpoint.method === 'GET';
  const payload = isGet ? undefined : JSON.stringify(rest, replace);
  calls += 1;
  const answer = await app.fastify.inject({
    method: endpoint.method,
    url: `/api${path}${isGet && query.length ? `?${query.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}` : ''}`,
    headers: {
      ...(token ? { 'authori-zation': token } : {}),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(payload === undefined ? {} : { payload: raw ? payload.replace(raw[0], () => raw![1]) : payload }),
  });
  if (answer.statusCode >= 500) return `HTTP ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  if (!/json/.test(String(answer.headers['content-type']))) return '';
  const { code, message, data } = answer.json<{ code: number; message: string; data: unknown }>();
  const isToldWhy = code === 200 || /\p{Script=Han}/u.test(message);
  return code === 500 || message === unstorableText || !isToldWhy ? `${code} ${message} ${JSON.stringify(data)}` : '';
};

interface Sent {
  place: Place;
  value: unknown;
  input: unknown;
}
const told = (value: unknown) =>
  (value instanceof RawJson ? `json ${value.text}` : (JSON.stringify(value) ?? String(value))).slice(0, 60);

const casesOf = (endpoint: Endpoint, at: number): Sent[] => {
  const base = inputOf(endpoint);
  return placesOf(endpoint.input).flatMap((place, nth) =>
    [...always, ...fc.sample(oddValue, { seed: seed + at * 1000 + nth, numRuns: perField })].map((value) => ({
      place,
      value,
      input: withField(base, place, value),
    })),
  );
};

/** Deletions come last, so that the others find what they are about. */
const rank = ({ log, path }: Endpoint) =>
  log === LogKind.delete || /delete|cancel|void|clear|logout/.test(path) ? 2 : log === undefined ? 0 : 1;

const isUnknown = (schema: z.ZodType): boolean => {
  const { type, innerType } = defOf(schema);
  return type === 'unknown' || (innerType !== undefined && isUnknown(innerType));
};
/** A rule that looks for the blanks at the end of the last one never comes to its own. */
const endless = [...['x', '1', ' x', '字'].map((letters) => letters.repeat(200_000)), `x${' '.repeat(200_000)}x`];

/** The longest of some texts that a rule takes, where it takes one of more than twenty letters. */
const longestText = (isTaken: (text: string) => boolean): string | undefined => {
  for (const [before, letter] of [
    ['', '字'],
    ['', 'a'],
    ['https://a.cn/', 'a'],
    ['/file/', 'a'],
  ] as const) {
    const make = (length: number) => before + letter.repeat(length - before.length);
    let [least, most] = [21, 20_000];
    if (!isTaken(make(least))) continue;
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (isTaken(make(middle))) least = middle;
      else most = middle - 1;
    }
    return make(least);
  }
  return undefined;
};

describe('odd input', () => {
  it('has an end: no text and no list of any call may grow as long as it likes', () => {
    const endlessFields = app.endpoints.flatMap(({ path, input }) => {
      const schemas = schemasOf(input);
      return placesOf(input)
        .filter((place) => {
          // The outermost comes first; unions and steps of their own are judged as a whole.
          const [whole, ...parts] = schemas
            .filter(([at]) => at.join('/') === place.join('/'))
            .map(([, schema]) => schema);
          const lists = [whole!, ...parts]
            .flatMap((schema) => defOf(schema).element ?? [])
            .map((element) => Array<unknown>(20_000).fill(sampleOf(element)));
          // What knows no rules of its own is judged by its business later; the body's limit holds until then.
          if (isUnknown(whole!)) return false;
          return [...endless, ...lists].some((value) => whole!.safeParse(value).success);
        })
        .map((place) => `${path} ${place.join('.')}`);
    });
    expect(endlessFields).toEqual([]);
  });

  it('as a range whose ends are crossed is refused by every call that takes one', async () => {
    const token = await tokenFor(app, 'admin');
    const asked = app.endpoints.flatMap((endpoint) => {
      const names = Object.keys((endpoint.input as Partial<z.ZodObject>).shape ?? {});
      return names
        .filter((name) => /^min[A-Z]/.test(name) && names.includes(`max${name.slice(3)}`))
        .map((name) => ({ endpoint, least: name, most: `max${name.slice(3)}` }));
    });
    expect(asked.length).toBeGreaterThan(5);
    for (const { endpoint, least, most } of asked) {
      const { code, message, data } = await app.call(token, endpoint, { [least]: 501, [most]: 500 } as never);
      expect({ path: endpoint.path, code, message, data }).toEqual({
        path: endpoint.path,
        code: 400,
        message: crossedText,
        data: { fields: [{ field: least, message: crossedText }] },
      });
      const same = { ...inputOf(endpoint), [least]: 500, [most]: 500 };
      expect((await app.call(token, endpoint, same as never)).message, endpoint.path).not.toBe(crossedText);
    }
  });

  it('that is as long as its rule allows finds its place, or is refused in words of its own', async () => {
    const faults: string[] = [];
    const tokens = ['admin', staff.account].map((account) => livingToken(app, account));
    for (const endpoint of app.endpoints
      .filter(({ method, log }) => method === 'POST' && log !== false)
      .toSorted((a, b) => rank(a) - rank(b))) {
      const base = inputOf(endpoint);
      const longest = placesOf(endpoint.input).flatMap((place) => {
        const value = longestText((text) => endpoint.input.safeParse(withField(base, place, text)).success);
        return value === undefined ? [] : [{ place, value }];
      });
      const whole = longest.reduce<unknown>((input, { place, value }) => withField(input, place, value), base);
      const inputs = [whole, ...longest.map(({ place, value }) => withField(base, place, value))];
      for (const [nth, input] of inputs.entries())
        for (const token of tokens) {
          const fault = await send(endpoint, await token(), input);
          const { place, value } = longest[nth - 1] ?? { place: ['all'], value: '' };
          if (fault) faults.push(`${endpoint.path} ${place.join('.')} ${value.length}: ${fault}`);
        }
    }
    expect(faults).toEqual([]);
  }, 600_000);

  it(
    'in any field of any call is answered in Chinese, never a fault',
    async () => {
      const faults: string[] = [];
      const wanted = process.env.ODD_PATH;
      for (const [at, endpoint] of app.endpoints.toSorted((a, b) => rank(a) - rank(b)).entries()) {
        if (wanted && !endpoint.path.includes(wanted)) continue;
        const tokens = [await tokenFor(app, 'admin'), await tokenFor(app, staff.account)];
        const cases = casesOf(endpoint, at);
        for (let from = 0; from < cases.length; from += 8)
          await Promise.all(
            cases.slice(from, from + 8).map(async ({ place, value, input }, nth) => {
              const fault = await send(endpoint, tokens[(from + nth) % 2]!, input);
              if (fault) faults.push(`${endpoint.path} ${place.join('.')} ${told(value)}: ${fault}`);
            }),
          );
      }
      if (faults.length > 0) expect.fail(`seed ${seed}, ${faults.length} faults\n${faults.join('\n')}`);
      expect(unhandled).toEqual([]);
      expect((await app.fastify.inject('/healthz')).statusCode).toBe(200);
    },
    depth(3_000_000),
  );
});
