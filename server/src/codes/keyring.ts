import { formatOf, type CodeFormatName, type CodePlace } from '@zhuiyuan/contract/codes/code-format';
import { randomBytes } from 'node:crypto';
import type { Db } from '../kit/database.ts';
import { seal, unseal } from '../kit/secret.ts';
import { codeCipher, type CodeCipher } from './code-text.ts';

/** A key generation opened for use. Never logged, never sent. */
export interface KeyGeneration {
  v: string;
  fmt: CodeFormatName;
  key: Buffer;
  pinKey: Buffer;
  /** 0 生效, 1 只解码, 2 已泄露. */
  state: number;
  ownerFirmId: number | null;
  cipher: CodeCipher;
}

const reloadAfterMs = 30_000;
/** First generation of each format; a later one takes the next free symbol. */
const firstSymbols: [CodeFormatName, string][] = [
  ['X16', 'A'],
  ['X18', 'B'],
  ['X20', 'C'],
  ['N20', '1'],
];

/** Opens sealed key generations and keeps them in memory; a generation made elsewhere is found within half a minute or on first use. */
export class Keyring {
  private byFirstSymbol = new Map<string, KeyGeneration>();
  private loadedAt = 0;

  constructor(
    private readonly db: Db,
    private readonly masterKey: Buffer,
  ) {}

  private async load(): Promise<void> {
    const rows = await this.db.selectFrom('codeKey').selectAll().execute();
    this.byFirstSymbol = new Map(
      rows.map((row) => {
        const known = this.byFirstSymbol.get(row.v);
        if (known) return [row.v, { ...known, state: row.state }];
        const fmt = row.fmt as CodeFormatName;
        const key = unseal(this.masterKey, `code key ${row.v}`, row.keySealed);
        const pinKey = unseal(this.masterKey, `code pin key ${row.v}`, row.pinKeySealed);
        const cipher = codeCipher({ format: fmt, v: row.v, key });
        return [row.v, { v: row.v, fmt, key, pinKey, state: row.state, ownerFirmId: row.ownerFirmId, cipher }];
      }),
    );
    this.loadedAt = Date.now();
  }

  /** The generation that codes with this first symbol belong to. */
  async generation(v: string): Promise<KeyGeneration | undefined> {
    if (Date.now() - this.loadedAt > reloadAfterMs) await this.load();
    return this.byFirstSymbol.get(v);
  }

  /** The generation new tasks of a firm use: its own live one, else the platform's. */
  async forNewTask(fmt: CodeFormatName, firmId: number): Promise<KeyGeneration> {
    await this.load();
    const live = [...this.byFirstSymbol.values()].filter((key) => key.fmt === fmt && key.state === 0);
    const found = live.find((key) => key.ownerFirmId === firmId) ?? live.find((key) => key.ownerFirmId === null);
    if (!found) throw new Error(`no live key generation for ${fmt}`);
    return found;
  }

  /** Where a normalised text points, or nothing when it cannot be a code of ours. Costs no database access once loaded. */
  async placeOf(text: string): Promise<CodePlace | undefined> {
    if (!formatOf(text)) return undefined;
    return (await this.generation(text[0]!))?.cipher.decode(text);
  }

  /** The text of a place of a segment. */
  async textOf(segment: { seg: number; keyV: string | null }, serial: number, face: 0 | 1 = 0): Promise<string> {
    const generation = await this.generation(segment.keyV ?? '');
    if (!generation) throw new Error(`segment ${segment.seg} has no known key generation`);
    return generation.cipher.encode({ face, seg: segment.seg, serial });
  }
}

/** Makes the first key generation of every format; safe to run at every start. */
export const seedCodeKeys = async (db: Db, masterKey: Buffer): Promise<void> => {
  for (const [fmt, v] of firstSymbols)
    await db
      .insertInto('codeKey')
      .values({
        v,
        fmt,
        keySealed: seal(masterKey, `code key ${v}`, randomBytes(32)),
        pinKeySealed: seal(masterKey, `code pin key ${v}`, randomBytes(32)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const keyrings = new WeakMap<object, Keyring>();

/** The keyring of a running server. */
export const keyringOf = (app: { db: Db; config: { masterKey: Buffer } }): Keyring => {
  let keyring = keyrings.get(app.db);
  if (!keyring) keyrings.set(app.db, (keyring = new Keyring(app.db, app.config.masterKey)));
  return keyring;
};
