import { endsBeforeCode } from '@zhuiyuan/contract/codes/import/ext-import';
import { readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { cutPrefix, extText, plainText } from '@zhuiyuan/contract/codes/cipher/ext-text';
import { cutEnd } from '@zhuiyuan/contract/kit/typed';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { compileForAll } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { remember } from '../../kit/db/remember.ts';

/** Announced when an import brings a link prefix. */
export const extPrefixes = 'code link prefixes';
/** Link prefixes one text is tried behind at most: the probes of a lookup stay bounded. */
const mostPrefixes = 16;

/** What an imported text is found by: the first 16 bytes of its SHA-256, written as a uuid without dashes. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const readPrefixes = remember(extPrefixes, async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('task').where('urlPrefix', '<>', '').select('urlPrefix').distinct().execute();
  const prefixes = rows.map(({ urlPrefix }) => urlPrefix).sort((a, b) => b.length - a.length);
  // Those that end where a code begins first: no firm's prefix takes a place from another's by reaching into its codes.
  return [...prefixes.filter(endsBeforeCode), ...prefixes.filter((prefix) => !endsBeforeCode(prefix))];
});

interface Candidate {
  text: string;
  hash: string;
  /** Found only in a segment whose letters count in either case. */
  isFolded: boolean;
}

/** Printed addresses are opened over http or https, whichever the prefix was given with, and also typed without either. */
const withoutScheme = (address: string): string => address.replace(/^https?:\/\//i, '');

/** What WeChat puts behind an address that is shared. */
const shareParameters = /([?&])(?:from|isappinstalled|scene|clicktime|enterid|weixin_share)=[^&#]*/gi;

/** Signs that end a sentence or close what an address stood in. */
const sentenceSign = /[\p{Po}\p{Pe}\p{Pf}]/u;

/** What may stand behind a code in an address: a fragment, what sharing adds, a last slash, a sign of the sentence around it. From the whole text on, each with less. */
const withoutTails = (text: string): string[] => {
  const unmarked = text.replace(/#.*$/, '');
  const unshared = cutEnd(unmarked.replace(shareParameters, '$1').replace(/([?&])&+/g, '$1'), (sign) =>
    '?&'.includes(sign),
  );
  const unended = cutEnd(unshared, (sign) => sentenceSign.test(sign));
  return [...new Set([text, unmarked, unshared, unshared.replace(/\/$/, ''), unended])];
};

/** Whether an address, with or without its scheme, lies on the product's own host, where no firm's codes are printed. */
export const isOwnAddress = (publicUrl: string, address: string): boolean =>
  withoutScheme(address).split(/[/?#]/)[0]!.toLowerCase() === new URL(publicUrl).host;

/** Whether an address of ours is what some firm has printed before its third-party codes, with a code behind it. */
export const isPrintedLink = async (db: Db, address: string): Promise<boolean> =>
  (await readPrefixes(db)).some((prefix) => prefix.includes('/') && Boolean(cutPrefix(address, prefix)));

const toCandidates = (typed: string, prefixes: readonly string[]): Candidate[] => {
  const plain = plainText(typed);
  const cut = [...new Set(prefixes.flatMap((prefix) => cutPrefix(plain, prefix) ?? []))].slice(0, mostPrefixes);
  const bare = [...cut, readAddress(typed).text].flatMap(withoutTails);
  const texts = new Map<string, boolean>();
  for (const caseFold of [false, true])
    for (const one of bare) {
      const text = extText(one, { urlPrefix: '', caseFold });
      if (text && !texts.has(text)) texts.set(text, caseFold);
    }
  // Capitals are what a folded text is stored as, so a text typed in capitals is found as it stands.
  return [...texts].map(([text, isFolded]) => ({ text, isFolded, hash: textHash(text) }));
};

/** Which of some segments take letters in either case. */
const findFolding = async (db: Db, segs: readonly number[]): Promise<Set<number>> => {
  if (segs.length === 0) return new Set();
  const rows = await db
    .selectFrom('segment')
    .where('seg', 'in', [...new Set(segs)])
    .where('caseFold', '=', true)
    .select('seg')
    .execute();
  return new Set(rows.map(({ seg }) => seg));
};

/** Finds imported codes by their texts with one look at the index, for any number of texts. `db` must see every firm. */
export const findExtCodes = async (
  db: Db,
  typed: readonly string[],
): Promise<Map<string, { code: string; place: CodePlace }>> => {
  const prefixes = await readPrefixes(db);
  const wanted = new Map(typed.map((text) => [text, toCandidates(text, prefixes)]));
  const hashes = [...new Set([...wanted.values()].flat().map(({ hash }) => hash))];
  const found = new Map<string, { code: string; place: CodePlace }>();
  if (hashes.length === 0) return found;
  const rows = await db
    .selectFrom('codeExt')
    .where('textHash', 'in', hashes)
    .select(['textHash', 'seg', 'serial', 'face'])
    .execute();
  const byHash = new Map(rows.map((row) => [row.textHash.replaceAll('-', ''), row]));
  const inCapitals = [...wanted.values()]
    .flat()
    .flatMap(({ hash, isFolded }) => (isFolded ? (byHash.get(hash)?.seg ?? []) : []));
  const folding = await findFolding(db, inCapitals);
  for (const [text, candidates] of wanted)
    for (const { text: code, hash, isFolded } of candidates) {
      const row = byHash.get(hash);
      if (!row || (isFolded && !folding.has(row.seg))) continue;
      found.set(text, {
        code,
        place: { face: row.face === Face.inner ? Face.inner : Face.outer, seg: row.seg, serial: row.serial },
      });
      break;
    }
  return found;
};

const textsAt = compileForAll<{ seg: number; serial: number }, { nth: number; text: string; innerText: string | null }>(
  { seg: 'int4', serial: 'int8' },
  (db, at, asked) =>
    sql<{ nth: number; text: string; innerText: string | null }>`
      select asked.nth, found.text, found.inner_text from ${asked}
      join code_ext_text found on found.seg = ${at.seg} and found.serial = ${at.serial} and found.firm_id is not null`.compile(
      db,
    ),
);

/** The stored texts of imported codes, in the order asked; the outer one where a code has no inner one, '' where there is none. */
export const findExtTexts = async (db: Db, places: readonly CodePlace[]): Promise<string[]> => {
  if (places.length === 0) return [];
  const rows = await textsAt.run(
    db,
    places.map(({ seg, serial }) => ({ seg, serial })),
  );
  const byPlace = new Map(rows.map((row) => [row.nth, row]));
  return places.map(({ face }, nth) => {
    const row = byPlace.get(nth);
    return (face === Face.inner ? row?.innerText : undefined) ?? row?.text ?? '';
  });
};

/** The verify code that came with an imported code, if any. */
export const findExtPin = async (db: Db, seg: number, serial: number): Promise<string | undefined> =>
  (await findExtPins(db, seg, serial, serial)).get(serial);

/** The verify codes that came with imported codes of a segment, by their serials. */
export const findExtPins = async (db: Db, seg: number, from: number, to: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('codeExtText')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .select(['serial', 'pin'])
    .execute();
  return new Map(rows.flatMap(({ serial, pin }) => (pin === null ? [] : [[serial, pin]])));
};
