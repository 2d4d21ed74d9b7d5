import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { plainTime } from '../../kit/sheets/plain-time.ts';

const twoDigits = (text: string) => text.padStart(2, '0');

/** A time of a cell as `yyyy-MM-dd HH:mm:ss`, also written `2026/5/1 8:30` or as a day alone; other texts come back as they are. */
export const toTime = (text: string): string => {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(
      plainTime(text.trim()),
    ) ?? [];
  if (!year || !month || !day) return text;
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${[hour, minute, second].map(twoDigits).join(':')}`;
};

const toNumber = (text: string): number | string => {
  const value = Number(text.replace(/[,，\s]/g, ''));
  return Number.isFinite(value) ? value : text;
};

const toList = (text: string): string[] =>
  text
    .split(/[、,，;；|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

const toPlace = (text: string): unknown => {
  const [lng = '', lat = '', ...address] = text.split(/[,，]/).map((part) => part.trim());
  return { lng: toNumber(lng), lat: toNumber(lat), address: address.join('，') };
};

const findRegion = async (db: Db, text: string): Promise<string> => {
  if (/^\d{6}$/.test(text)) return text;
  const found = await db
    .selectFrom('city')
    .select('id')
    .where(sql<boolean>`replace(merger_name, ',', '') = ${text.replace(/[\s,，/]/g, '')}`)
    .executeTakeFirst();
  return found ? String(found.id) : text;
};

/** A lot by its number; several products may use the same one, then nobody can tell which is meant. */
const findLot = async (db: Db, firmId: number, text: string): Promise<number | string> => {
  const found = await live(db, 'lot')
    .select('id')
    .where('firmId', '=', firmId)
    .where('lotNo', '=', text)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]!.id : text;
};

/** What a cell means to a field; what cannot be read comes back as text, for the field's own rule to refuse. */
export const readFlowCell = async (db: Db, firmId: number, { type }: FlowField, text: string): Promise<unknown> => {
  switch (type) {
    case 'number':
      return toNumber(text);
    case 'sensor': {
      const value = toNumber(text);
      return typeof value === 'number' ? { value } : text;
    }
    case 'date':
      return toTime(text).slice(0, 10);
    case 'datetime':
      return toTime(text);
    case 'checkbox':
    case 'image':
      return toList(text);
    case 'location':
      return toPlace(text);
    case 'region':
      return findRegion(db, text);
    case 'lot':
      return findLot(db, firmId, text);
    default:
      return text;
  }
};
