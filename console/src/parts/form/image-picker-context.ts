import { createContext } from 'react';

/** What of the library is asked for. */
export type MediaKind = 'picture' | 'video';

/** Opens the library and answers the addresses picked, pictures unless told, in order; undefined when the person cancelled. */
export type PickImages = (wanted: { title: string; most: number; kind?: MediaKind }) => Promise<string[] | undefined>;

/** The image library, given once at the root of the console. */
export const ImagePickerContext = createContext<PickImages | null>(null);
