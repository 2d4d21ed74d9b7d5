type Rule = (value: unknown) => boolean;
type Form = Rule | [Form] | { [name: string]: Form };

const isText =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER): Rule =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const isHash = isText(/^[0-9a-f]{64}$/);
const isId = isNumber(1);
const isCount = isNumber(0);
/** Fen. */
const isAmount = isNumber(0, 10_000_000_000);

const packForm: Form = {
  activityId: isId,
  epochNo: isId,
  seedHash: isHash,
  seed: isHash,
  chainVersion: isNumber(1, 2),
  chainHash: isHash,
  drawCount: isCount,
  fallbackTierId: (value) => value === null || isId(value),
  heads: [{ at: isText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), count: isCount, head: isHash }],
  weightVersion: { version: isId, prevHash: isHash, hash: isHash, entries: [{ tierId: isId, weight: isCount }] },
  tiers: [{ tierId: isId, tierName: isText(/^/), amountMin: isAmount, amountMax: isAmount }],
  draws: [
    {
      no: isId,
      drawNo: isText(/^D\d{16,23}$/),
      uid: isId,
      key: isText(/^[CBP]\d{1,20}$/),
      clientSeed: isText(/^[0-9a-f]{0,32}$/),
      rand: isNumber(0, 999_999),
      rawTierId: isId,
      tierId: isId,
      fallback: isText(/^/),
      amount: isCount,
      drawnAt: isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    },
  ],
};

/** The fields of a pack that are missing or are not what they have to be. */
export const wrongFields = (pack: unknown): string[] => {
  const found: string[] = [];
  const look = (form: Form, value: unknown, path: string): void => {
    if (typeof form === 'function') {
      if (!form(value)) found.push(path);
    } else if (Array.isArray(form)) {
      if (Array.isArray(value)) value.forEach((one, at) => look(form[0], one, `${path}[${at}]`));
      else found.push(path);
    } else if (typeof value !== 'object' || value === null || Array.isArray(value)) found.push(path);
    else
      for (const name of Object.keys(form)) {
        const isThere = Object.prototype.hasOwnProperty.call(value, name);
        look(
          form[name]!,
          isThere ? (value as Record<string, unknown>)[name] : undefined,
          path ? `${path}.${name}` : name,
        );
      }
  };
  look(packForm, pack, '');
  return found;
};
