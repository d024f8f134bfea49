import { type FilmHeight, filmCopyName, filmHeights } from '#contract/files/film-copies.ts'

/** The storage key of a smaller copy of a film. */
export const filmCopyKey = (id: string, height: FilmHeight) => `${id}.${filmCopyName(height)}`

/** The storage keys of all copies that a film may have. */
export const filmCopyKeys = (id: string) => filmHeights.map((height) => filmCopyKey(id, height))

/** The copy with this name in an address; undefined when it is none. */
export const filmHeightOf = (name: string) => filmHeights.find((height) => filmCopyName(height) === name)
