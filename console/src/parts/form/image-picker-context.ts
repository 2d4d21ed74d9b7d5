import { createContext } from 'react';

/** Opens the image library and answers the addresses picked, in order; undefined when the person cancelled. */
export type PickImages = (wanted: { title: string; most: number }) => Promise<string[] | undefined>;

/** The image library, given once at the root of the console. */
export const ImagePickerContext = createContext<PickImages | null>(null);
