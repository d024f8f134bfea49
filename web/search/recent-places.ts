import type { SearchResult } from '#contract/search/search.schema.ts'

/** The key of the device's store; `session.ts` empties it when its person leaves. */
const key = 'recent_places'

const maxPlaces = 6

/** What the person has opened by a search, the latest first. */
export const readRecent = (userId: number): SearchResult[] => {
  try {
    const { user_id, places } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return user_id === userId && Array.isArray(places) ? places : []
  } catch {
    return []
  }
}

/** Remembers that the person has opened it. */
export const keepRecent = (userId: number, place: SearchResult) => {
  const others = readRecent(userId).filter(({ url }) => url !== place.url)
  try {
    localStorage.setItem(key, JSON.stringify({ user_id: userId, places: [place, ...others].slice(0, maxPlaces) }))
  } catch {
    // a browser that keeps nothing
  }
}
