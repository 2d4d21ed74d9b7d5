import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by half of what is in use before it is cleaned; by itself it would grow to four times of it, so that
 * any long work would seem to need hundreds of megabytes. Once, when the program starts.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50');
