import { findFormat, type CodeFormatName, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import { ofAllFirms, type Db } from '../../kit/db/database.ts';
import { seal, unseal } from '../../kit/secret.ts';
import { codeBatch, type CodeBatch } from './code-batch.ts';
import { codeCipher, type CodeCipher } from './code-cipher.ts';
import { decodeTexts } from './decode-texts.ts';
import { findExtCodes, findExtTexts } from './find-ext-codes.ts';

/** What a key is still good for: all, reading alone, or reading with a word of doubt. */
export const KeyState = { live: 0, readOnly: 1, leaked: 2 } as const;

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
  batch: CodeBatch;
}

/** What a typed text names: its place, and the text as it is stored or computed. */
export interface FoundText {
  code: string;
  place: CodePlace;
}

const reloadAfterMs = 30_000;
/** Texts kept: what a page of a list shows is often asked for again, and a text takes as long as the page's statement. */
const textsKept = 20_000;
/** First generation of each format; a later one takes the next free symbol. */
const firstSymbols: [CodeFormatName, string][] = [
  ['X16', 'A'],
  ['X18', 'B'],
  ['X20', 'C'],
  ['N20', '1'],
];

/**
 * Opens sealed key generations and keeps them in memory; a generation made elsewhere is found within half a minute or on
 * first use. What is not in memory is read over the connection of the asker, of whichever firm he is.
 */
export class Keyring {
  private byFirstSymbol = new Map<string, KeyGeneration>();
  private loadedAt = 0;
  private readonly texts = new LRUCache<string, string>({ max: textsKept });

  constructor(private readonly masterKey: Buffer) {}

  private async load(db: Db): Promise<void> {
    const rows = await ofAllFirms(db).selectFrom('codeKey').selectAll().execute();
    this.byFirstSymbol = new Map(
      rows.map((row) => {
        const known = this.byFirstSymbol.get(row.v);
        if (known) return [row.v, { ...known, state: row.state }];
        const fmt = row.fmt as CodeFormatName;
        const key = unseal(this.masterKey, `code key ${row.v}`, row.keySealed);
        const pinKey = unseal(this.masterKey, `code pin key ${row.v}`, row.pinKeySealed);
        const codeKey = { format: fmt, v: row.v, key };
        const [cipher, batch] = [codeCipher(codeKey), codeBatch(codeKey)];
        return [row.v, { v: row.v, fmt, key, pinKey, state: row.state, ownerFirmId: row.ownerFirmId, cipher, batch }];
      }),
    );
    this.loadedAt = Date.now();
  }

  /** The generation that codes with this first symbol belong to. */
  async generation(db: Db, v: string): Promise<KeyGeneration | undefined> {
    if (Date.now() - this.loadedAt > reloadAfterMs) await this.load(db);
    return this.byFirstSymbol.get(v);
  }

  /** The generation new tasks of a firm use: its own live one, else the platform's. */
  async forNewTask(db: Db, fmt: CodeFormatName, firmId: number): Promise<KeyGeneration> {
    await this.load(db);
    const live = [...this.byFirstSymbol.values()].filter((key) => key.fmt === fmt && key.state === KeyState.live);
    const found = live.find((key) => key.ownerFirmId === firmId) ?? live.find((key) => key.ownerFirmId === null);
    if (!found) throw new Error(`no live key generation for ${fmt}`);
    return found;
  }

  /** Where a normalised text of our own cipher points, or nothing. Costs no database access once loaded. */
  async findPlace(db: Db, text: string): Promise<CodePlace | undefined> {
    if (!findFormat(text)) return undefined;
    return (await this.generation(db, text[0]!))?.cipher.decode(text);
  }

  /** {@link findPlace} of many texts, in their order: those of one generation together. */
  private async findPlaces(db: Db, texts: readonly string[]): Promise<(CodePlace | undefined)[]> {
    const places: (CodePlace | undefined)[] = [];
    const bySymbol = new Map<string, number[]>();
    for (const [at, text] of texts.entries()) {
      const symbol = text.charAt(0);
      const own = bySymbol.get(symbol);
      if (own) own.push(at);
      else bySymbol.set(symbol, [at]);
    }
    for (const [symbol, own] of bySymbol) {
      const generation = await this.generation(db, symbol);
      if (!generation) continue;
      const decoded = decodeTexts(
        generation.batch,
        generation.fmt,
        own.map((at) => texts[at]!),
      );
      for (const [nth, at] of own.entries()) places[at] = decoded[nth];
    }
    return places;
  }

  /** What a scanned, pasted or typed text names, of our own cipher or imported; says nothing about whose it is or whether it was issued. */
  async find(db: Db, typed: string): Promise<FoundText | undefined> {
    return (await this.findMany(db, [typed])).get(typed);
  }

  /** {@link find} for many texts: our own cost no database access, all others together one. */
  async findMany(db: Db, typed: readonly string[]): Promise<Map<string, FoundText>> {
    const texts = [...new Set(typed)];
    const codes = texts.map((text) => readCodeInput(text).code);
    const places = await this.findPlaces(db, codes);
    const found = new Map<string, FoundText>();
    const others: string[] = [];
    for (const [at, text] of texts.entries()) {
      const place = places[at];
      if (place) found.set(text, { code: codes[at]!, place });
      else others.push(text);
    }
    if (others.length > 0) for (const [text, code] of await findExtCodes(ofAllFirms(db), others)) found.set(text, code);
    return found;
  }

  /** The text of a place of a segment, see {@link readTexts}. */
  async readText(
    db: Db,
    { seg, keyV }: { seg: number; keyV: string | null },
    serial: number,
    face: 0 | 1 = 0,
  ): Promise<string> {
    const [text] = await this.readTexts(db, [{ seg, keyV, serial, face }]);
    return text!;
  }

  /**
   * The texts of places, in their order: computed, or read all together where their segments were imported (those have no key
   * generation). The outer face is meant where none is named.
   */
  async readTexts(
    db: Db,
    places: readonly { seg: number; keyV: string | null; serial: number; face?: 0 | 1 }[],
  ): Promise<string[]> {
    const imported = places.flatMap(({ seg, keyV, serial, face = 0 }) =>
      keyV === null ? [{ face, seg, serial }] : [],
    );
    const read = (await findExtTexts(ofAllFirms(db), imported)).values();
    const texts: string[] = [];
    for (const { seg, keyV, serial, face = 0 } of places) {
      const generation = keyV === null ? undefined : await this.generation(db, keyV);
      if (keyV !== null && !generation) throw new Error(`segment ${seg} has no known key generation`);
      texts.push(generation ? this.encode(generation, { face, seg, serial }) : read.next().value!);
    }
    return texts;
  }

  /** The text of a place, which never changes. */
  private encode({ v, cipher }: KeyGeneration, place: CodePlace): string {
    const name = `${v} ${place.face} ${place.seg} ${place.serial}`;
    const text = this.texts.get(name) ?? cipher.encode(place);
    this.texts.set(name, text);
    return text;
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

const keyrings = new WeakMap<Buffer, Keyring>();

/** The keyring of a running server. */
export const openKeyring = ({ config: { masterKey } }: { config: { masterKey: Buffer } }): Keyring => {
  let keyring = keyrings.get(masterKey);
  if (!keyring) keyrings.set(masterKey, (keyring = new Keyring(masterKey)));
  return keyring;
};
