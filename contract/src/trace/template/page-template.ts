import { z } from 'zod';
import { Block } from './template-blocks.ts';
import { Theme } from './template-theme.ts';

/** A published template as the shopper's page draws it. */
export const PageTemplate = z.object({ version: z.number(), blocks: z.array(Block), theme: Theme });
export type PageTemplate = z.output<typeof PageTemplate>;
