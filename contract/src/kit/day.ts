import { z } from 'zod';
import { addDays } from './date-limit.ts';

const shape = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, `yyyy-MM-dd`. */
export const isDay = (text: string): boolean =>
  shape.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;

/** A day of the calendar in a draft; `missing` answers absence, blank and what is no day. */
export const dayField = (missing: string) => z.string({ error: missing }).trim().refine(isDay, missing);
