import { DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import type { SignDraft } from '@zhuiyuan/contract/movement/sign/sign';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { chunked } from '../../codes/state/put-spans.ts';
import type { Db } from '../../kit/db/database.ts';
import { findNamed, isBad } from '../../packing/named-codes.ts';
import type { Doc } from '../document/lock-docs.ts';

/** Keeps what was not as it should be when a document was signed for. */
export const keepDiffs = async (
  db: Db,
  keyring: Keyring,
  doc: Doc,
  { diffs, extra }: Pick<SignDraft, 'diffs' | 'extra'>,
): Promise<void> => {
  const all = [
    ...diffs.map(({ code, kind, note, images }) => ({ code, kind, note, images })),
    ...extra.map((one) => ({ ...one, kind: DiffKind.extra })),
  ];
  const found = await findNamed(
    db,
    keyring,
    all.map(({ code }) => code),
  );
  const rows = all.map(({ kind, note, images }, at) => {
    const named = found[at]!;
    const place = isBad(named) || named.firmId !== doc.firmId ? { seg: null, serial: null } : named;
    return {
      firmId: doc.firmId,
      deliverId: doc.id,
      kind,
      code: named.code.slice(0, 80),
      seg: place.seg,
      serial: place.serial,
      note,
      images: JSON.stringify(images),
    };
  });
  for (const chunk of chunked(rows)) await db.insertInto('deliverDiff').values(chunk).execute();
};
