import type { FilmHeight } from '#contract/files/film-copies.ts'
import { savesData } from '#web/ui/saves-data.ts'

/** What a viewer chose: the device decides, the film as it was uploaded, or the height of a copy. */
export type FilmQuality = 'auto' | 'source' | '720' | '360'

export const qualities: readonly FilmQuality[] = ['auto', 'source', '720', '360']

interface Device {
  /** A small screen that is touched. */
  isPhone: boolean
  /** Its owner asked for little traffic. */
  savesData: boolean
}

/** This device; without a browser none of it is known. */
export const thisDevice = (): Device => ({
  isPhone: matchMedia('(max-width: 48em) and (pointer: coarse)').matches,
  savesData: savesData(),
})

/**
 * The copy that plays; null for the film as it was uploaded. `unplayable`: this browser could not play that one. A
 * chosen copy that is missing leaves it to the device.
 */
export const heightFor = (
  heights: readonly FilmHeight[],
  quality: FilmQuality,
  { isPhone, savesData }: Device,
  unplayable = false,
): FilmHeight | null => {
  const bySize = heights.toSorted((a, b) => a - b)
  const chosen = bySize.find((height) => String(height) === quality)
  if (chosen) return chosen
  if (unplayable) return bySize.at(-1) ?? null
  return quality !== 'source' && (isPhone || savesData) ? (bySize[0] ?? null) : null
}

const key = 'film_quality'

/** What was chosen on this device the last time. */
export const storedQuality = (): FilmQuality => {
  try {
    const stored = localStorage.getItem(key)
    return qualities.find((quality) => quality === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export const storeQuality = (quality: FilmQuality) => {
  try {
    localStorage.setItem(key, quality)
  } catch {
    // a device that keeps nothing plays what was chosen now
  }
}
