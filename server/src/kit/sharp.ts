import sharp, { type Metadata, type Sharp } from 'sharp';

export type { Metadata, Sharp };
export type Library = typeof sharp;

// The pools of this process are small, and nothing is worked on twice.
sharp.concurrency(1);
sharp.cache(false);
// What was not asked for by name is never tried, whatever the bytes look like: drawings, documents, raw photographs, plugins.
sharp.block({ operation: ['VipsForeignLoad'] });

/** What reads the kinds of pictures that a process may open. */
const loaders = {
  svg: 'VipsForeignLoadSvg',
  jpeg: 'VipsForeignLoadJpeg',
  png: 'VipsForeignLoadPng',
  gif: 'VipsForeignLoadNsgif',
  webp: 'VipsForeignLoadWebp',
};

/**
 * The library of pictures, able to open these kinds and no other. The process of the server opens its own drawings alone;
 * what anybody sent is opened in a child process.
 */
export const openSharp = (kinds: readonly (keyof typeof loaders)[]): Library => {
  sharp.unblock({ operation: kinds.map((kind) => loaders[kind]) });
  return sharp;
};
