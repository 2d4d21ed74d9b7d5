import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Checked, Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import type { Db } from '../../kit/db/database.ts';
import { readToken, signToken } from '../../kit/secret.ts';
import { countByError, describeConflicts, namedConflicts } from './describe-conflicts.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { withEnds } from '../cipher/with-ends.ts';
import { leftOutRows, type LeftOut } from './left-out.ts';
import type { OpKind } from './op-kind.ts';
import type { BindPiece } from '../state/pieces.ts';
import type { Picked } from '../pick/pick-codes.ts';
import { clipped, countCodes, without, type Run } from '../state/ranges.ts';
import { toDigest, readOpContext } from './run-op.ts';

/** Runs shown for a choice of codes, and groups of what they are bound to; the rest is only counted. */
const shownRuns = 20;
const shownBindings = 20;
const tokenPurpose = 'code operation check';
const tokenSeconds = 600;

/** What a pre-check's token remembers; 61099 follows where it is over, changed or foreign. */
export const digestIn = (masterKey: Buffer, token: string | undefined): string | undefined =>
  token === undefined ? undefined : (readToken<string>(masterKey, tokenPurpose, token) ?? 'over');

/** 预检: what an operation would do to the chosen codes, without doing it. */
export const checkOp = async (
  { db, keyring, masterKey }: { db: Db; keyring: Keyring; masterKey: Buffer },
  kind: OpKind,
  picked: Picked,
): Promise<Checked> => {
  if (picked.runs.length === 0) return nothingKnown(picked.unknown);
  const context = await readOpContext(db, kind, picked);
  const validated = await kind.validate(db, context);
  const { conflicts, same } = validated;
  const allowed = without(picked.runs, conflicts);
  const free = without(allowed, same);
  const ok = countCodes(allowed);
  const ranges = picked.runs.slice(0, shownRuns).map(({ seg, from, to }) => ({
    seg,
    serialFrom: from,
    serialTo: to,
    level: context.segments.get(seg)!.level,
  }));
  return {
    total: countCodes(picked.runs) + picked.unknown.length,
    ok,
    repeat: ok - countCodes(free),
    conflicts: await describeConflicts(db, keyring, context.segments, conflicts, picked),
    byError: countByError(conflicts, picked.unknown),
    ranges: await withEnds(db, keyring, ranges, (run) => ({ ...run, keyV: context.segments.get(run.seg)!.keyV })),
    boxes: countCodes(picked.runs.filter((run) => (context.segments.get(run.seg)?.level ?? Level.item) > 0)),
    bindings: await findBindings(db, validated.binds ?? [], free),
    token: signToken(masterKey, tokenPurpose, toDigest(kind, context, picked, validated), tokenSeconds),
  };
};

/** A pasted list without a single code of the firm. */
const nothingKnown = (unknown: readonly Conflict[]): Checked => ({
  total: unknown.length,
  ok: 0,
  repeat: 0,
  conflicts: unknown.slice(0, namedConflicts),
  byError: countByError([], unknown),
  ranges: [],
  boxes: 0,
  bindings: [],
  token: '',
});

/** Everything a pre-check finds against the chosen codes, not only the first hundred. */
export const findLeftOut = async (db: Db, keyring: Keyring, kind: OpKind, picked: Picked): Promise<LeftOut[]> => {
  if (picked.runs.length === 0) return leftOutRows(db, keyring, new Map(), [], picked);
  const context = await readOpContext(db, kind, picked);
  return leftOutRows(db, keyring, context.segments, (await kind.validate(db, context)).conflicts, picked);
};

/** What codes are bound to, counted by product, lot and channel. */
const findBindings = async (
  db: Db,
  binds: readonly BindPiece[],
  free: readonly Run[],
): Promise<Checked['bindings']> => {
  const groups = new Map<string, BindPiece & { count: number }>();
  for (const bind of clipped(binds, free)) {
    const key = `${bind.lotId} ${bind.channelId}`;
    const group = groups.get(key) ?? { ...bind, count: 0 };
    group.count += countCodes([bind]);
    groups.set(key, group);
  }
  const most = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, shownBindings);
  if (most.length === 0) return [];
  const lots = await db
    .selectFrom('lot')
    .innerJoin('product', 'product.id', 'lot.productId')
    .where(
      'lot.id',
      'in',
      most.map((group) => group.lotId),
    )
    .select(['lot.id', 'lot.lotNo', 'product.storeName'])
    .execute();
  const channelIds = most.flatMap((group) => (group.channelId === null ? [] : [group.channelId]));
  const channels =
    channelIds.length === 0
      ? []
      : await db.selectFrom('channel').where('id', 'in', channelIds).select(['id', 'name']).execute();
  return most.map(({ productId, lotId, channelId, count }) => {
    const lot = lots.find((each) => each.id === lotId);
    return {
      productId,
      storeName: lot?.storeName ?? '',
      lotId,
      lotNo: lot?.lotNo ?? '',
      channelId,
      channelName: channels.find((each) => each.id === channelId)?.name ?? '',
      count,
    };
  });
};
