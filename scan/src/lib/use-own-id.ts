import { useState } from 'react';

let count = 0;

/** A name for an element that others on the page are tied to; of no other component of the page, whichever tree it stands in. */
export const useOwnId = (): string => useState(() => `id-${(count += 1)}`)[0];
