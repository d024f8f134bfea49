import { type RefObject, useEffect, useState } from 'react'
import { filesApi } from '#contract/files/files.api.ts'
import { useUser } from '#web/auth/session.ts'
import { call } from '#web/data/call.ts'
import { queryClient } from '#web/data/query-client.ts'
import { fileQuery } from '#web/files/files.queries.ts'

/** How often the place is kept while playing, in milliseconds. */
const paceMs = 10_000
/** A place so near the start is the start, in seconds. */
const headSeconds = 5

/** The end of a film that nobody comes back for, in seconds. */
const tailOf = (duration: number) => Math.min(15, duration * 0.05)

const placeOf = async (id: string) => {
  try {
    return (await queryClient.fetchQuery({ ...fileQuery(id), retry: false })).place ?? 0
  } catch {
    return 0
  }
}

/**
 * Remembers for its viewer where a film or sound was stopped, and resumes there the next time: `continued` is that
 * place, in seconds, until some more has been seen. A guest's place is not kept.
 */
export const useWatchPlace = (media: RefObject<HTMLMediaElement | null>, id: string) => {
  const userId = useUser()?.id
  const [continued, setContinued] = useState<number | null>(null)
  useEffect(() => {
    const element = media.current
    if (!element || userId === undefined) return
    let asked = false
    let played = false
    let kept = 0
    let keptAt = 0

    const goOn = async () => {
      if (asked) return
      asked = true
      const place = await placeOf(id)
      const { currentTime, duration } = element
      // somebody who looks at another place already is left alone
      if (place < headSeconds || currentTime > 2 || duration - place < tailOf(duration)) return
      kept = place
      element.currentTime = place
      setContinued(place)
    }
    const keep = () => {
      const { currentTime, duration } = element
      const seconds = duration - currentTime <= tailOf(duration) ? 0 : currentTime
      keptAt = performance.now()
      if (!played || Math.abs(seconds - kept) < 1) return
      kept = seconds
      queryClient.setQueryData(fileQuery(id).queryKey, (file) => file && { ...file, place: seconds })
      // it goes through even when the page is being closed; a lost session is not asked back for it
      const sent = { params: { id }, body: { seconds }, as: userId }
      call(filesApi.setPlace, { ...sent, keepalive: true, quiet: true }).catch(() => {})
    }
    const keepIfPlaying = () => {
      if (!element.paused) keep()
    }
    const follow = () => {
      if (element.paused) return
      if (performance.now() - keptAt > paceMs) keep()
      setContinued((place) => (place !== null && element.currentTime > place + headSeconds ? null : place))
    }
    const begin = () => {
      played = true
      keptAt = performance.now()
    }

    if (element.readyState > 0) void goOn()
    element.addEventListener('loadedmetadata', goOn)
    element.addEventListener('play', begin)
    element.addEventListener('timeupdate', follow)
    element.addEventListener('pause', keep)
    addEventListener('pagehide', keepIfPlaying)
    return () => {
      keepIfPlaying()
      element.removeEventListener('loadedmetadata', goOn)
      element.removeEventListener('play', begin)
      element.removeEventListener('timeupdate', follow)
      element.removeEventListener('pause', keep)
      removeEventListener('pagehide', keepIfPlaying)
    }
  }, [media, id, userId])

  const startOver = () => {
    setContinued(null)
    if (media.current) media.current.currentTime = 0
  }
  return { continued, startOver }
}
