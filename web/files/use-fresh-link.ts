import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { filesApi } from '#contract/files/files.api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { filmLink } from '#web/files/file-links.ts'
import type { FilmVersion } from '#web/files/use-film-version.ts'

const problems = {
  offline: 'Нет связи с сервером.',
  gone: 'Файл удалён.',
  unplayable: 'Браузер не умеет это воспроизводить. Скачайте файл и откройте его на устройстве.',
}

/** Max number of times that a link is renewed before the failure counts as something else's. */
const maxTries = 2

/**
 * The address of a film, or of its smaller copy: when it stops working, or another version is chosen, a new one takes
 * its place, and the film resumes at the same second. Undefined until it is known which version plays.
 */
export const useFreshLink = (
  media: RefObject<HTMLMediaElement | null>,
  { id, url }: { id: string; url: string },
  { height, giveWay }: Pick<FilmVersion, 'height' | 'giveWay'>,
) => {
  // a newer link for the same file does not tear a film that is running
  const [current, setCurrent] = useState(url)
  const [problem, setProblem] = useState<keyof typeof problems | null>(null)
  const at = useRef({ seconds: 0, playing: false, broken: false, changed: false, tries: 0 })
  const link = height === undefined ? undefined : filmLink(current, height)
  const shown = useRef(link)
  useLayoutEffect(() => {
    at.current.changed = shown.current !== undefined && shown.current !== link
    shown.current = link
  }, [link])

  const renew = async () => {
    const element = media.current
    if (!element) return
    if (at.current.tries >= maxTries) return giveWay() || setProblem('unplayable')
    at.current.tries += 1
    try {
      const { file } = await call(filesApi.get, { params: { id } })
      setCurrent(file.url)
      // the same link again: the network, or the server, had stumbled
      if (file.url === current) element.load()
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 404 ? 'gone' : 'offline')
    }
  }
  const retry = () => {
    at.current.tries = 0
    void renew()
  }
  const onError = useEffectEvent(() => void renew())
  const onOnline = useEffectEvent(() => problem === 'offline' && retry())

  useEffect(() => {
    const element = media.current
    if (!element) return
    const follow = () => {
      const { currentTime, paused } = element
      if (currentTime > 0) at.current.seconds = currentTime
      if (!paused) at.current.tries = 0
    }
    const listeners: Record<string, () => void> = {
      error: () => {
        at.current.broken = true
        onError()
      },
      timeupdate: follow,
      // the place that was chosen counts before its picture has arrived
      seeking: follow,
      // another version plays at the same speed
      ratechange: () => {
        element.defaultPlaybackRate = element.playbackRate
      },
      play: () => {
        at.current.playing = true
      },
      pause: () => {
        // a film that breaks off stops too, but nobody has stopped it
        if (!at.current.broken) at.current.playing = false
      },
      loadedmetadata: () => {
        setProblem(null)
        at.current.broken = false
        if (at.current.tries === 0 && !at.current.changed) return
        at.current.changed = false
        element.currentTime = at.current.seconds
        // a browser that will not play by itself shows the picture
        if (at.current.playing) element.play().catch(() => {})
      },
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    const online = () => void onOnline()
    addEventListener('online', online)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
      removeEventListener('online', online)
    }
  }, [media])

  return {
    url: link,
    problem: problem && problems[problem],
    retry: problem === 'offline' ? retry : null,
  }
}
