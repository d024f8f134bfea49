/** Smaller copies of a film: the length of the shorter side, in pixels. */
export const filmHeights = [720, 360] as const
export type FilmHeight = (typeof filmHeights)[number]

/** The last part of a copy's address, and of its key: `720p`. */
export const filmCopyName = (height: FilmHeight) => `${height}p` as const
