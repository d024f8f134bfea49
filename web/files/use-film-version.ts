import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilmHeight } from '#contract/files/film-copies.ts'
import { filmProgress, filmQuery } from '#web/files/files.queries.ts'
import { type FilmQuality, heightFor, storedQuality, storeQuality, thisDevice } from '#web/files/film-quality.ts'

/** Which version of a film plays. */
export interface FilmVersion {
  /** The height of the copy; null for the film as it was uploaded, undefined until it is known. */
  height: FilmHeight | null | undefined
  /** The copies to choose from. */
  heights: readonly FilmHeight[]
  quality: FilmQuality
  choose: (quality: FilmQuality) => void
  /** Lets a copy play in place of a film that this browser cannot play; false when there is none. */
  giveWay: () => boolean
  /** What is shown while its copies are being made. */
  progress: string | null
}

/** The version of a film that suits the device, or that was chosen on it. Sound has but one. */
export const useFilmVersion = (id: string, isFilm: boolean): FilmVersion => {
  const { data, isPending } = useQuery({ ...filmQuery(id), enabled: isFilm })
  const heights = data?.film?.heights ?? []
  const [quality, setQuality] = useState(storedQuality)
  const [device] = useState(thisDevice)
  // what plays already is not torn by a copy that is ready only now
  const [height, setHeight] = useState<FilmHeight | null | undefined>(() =>
    isFilm && heightFor([720, 360], quality, device) !== null ? undefined : null,
  )
  if (height === undefined && !isPending) setHeight(heightFor(heights, quality, device))
  return {
    height,
    heights,
    quality,
    choose: (next) => {
      storeQuality(next)
      setQuality(next)
      setHeight(heightFor(heights, next, device))
    },
    giveWay: () => {
      const other = heightFor(heights, quality, device, true)
      if (other === null || other === height) return false
      setHeight(other)
      return true
    },
    progress: filmProgress(data?.film),
  }
}
