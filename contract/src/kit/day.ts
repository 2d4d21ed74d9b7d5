import { z } from 'zod';
import { addDays } from './date-limit.ts';

const shape = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, `yyyy-MM-dd`. */
export const isDay = (text: string): boolean =>
  shape.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;

const clocked = /^(.{10}) ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A time in a draft, to the minute or the second; comes out with seconds. */
export const timeField = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .refine((text) => isDay(clocked.exec(text)?.[1] ?? ''), missing)
    .transform((text) => (text.length === 16 ? `${text}:00` : text));

/** A day of the calendar in a draft; `missing` answers absence, blank and what is no day. */
export const dayField = (missing: string) => z.string({ error: missing }).trim().refine(isDay, missing);
