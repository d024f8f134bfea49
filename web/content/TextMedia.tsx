import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fileIdOf } from '#contract/files/file-address.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { freshLink } from '#web/content/known-links.ts'
import { followRenewed, mustRenew, pictureLink } from '#web/files/file-links.ts'
import type { PictureLayer } from '#web/files/LightBox.tsx'
import { VideoPlayer } from '#web/files/VideoPlayer.tsx'

const LightBox = lateDialog(async () => ({ default: (await import('#web/files/LightBox.tsx')).LightBox }))

/** What is below a film of the text and works with it. */
export type FilmTools = (fileId: string, media: RefObject<HTMLMediaElement | null>) => ReactNode

interface Film {
  place: HTMLElement
  file: { id: string; url: string; name: string }
  captions: string | undefined
  chapters: string | undefined
}

/** Gives each film of the text to a player, which takes the film's place. */
const useFilms = (root: RefObject<HTMLElement | null>, html: string) => {
  const [films, setFilms] = useState<Film[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other films
  useLayoutEffect(() => {
    const taken = [...(root.current?.querySelectorAll('video') ?? [])].map((video) => {
      const place = document.createElement('div')
      place.className = 'film'
      const url = video.getAttribute('src') ?? ''
      const file = { id: fileIdOf(url) ?? '', url, name: video.dataset.name ?? 'Видео' }
      const captions = video.querySelector('track')?.getAttribute('src') ?? undefined
      video.replaceWith(place)
      return { video, film: { place, file, captions, chapters: video.dataset.chapters } }
    })
    setFilms(taken.map(({ film }) => film))
    return () => {
      for (const { video, film } of taken) film.place.replaceWith(video)
    }
  }, [root, html])
  return films
}

/** A picture of the text as a dialog of pictures wants it. */
const pictureOf = (link: HTMLAnchorElement): StoredFile => {
  const image = link.querySelector('img') as HTMLImageElement
  const url = link.getAttribute('href') ?? ''
  return {
    id: fileIdOf(url) ?? '',
    name: image.alt || 'Картинка',
    type: 'image/*',
    size: 0,
    url,
    image: {
      width: Number(image.getAttribute('width')) || image.naturalWidth,
      height: Number(image.getAttribute('height')) || image.naturalHeight,
      thumbnail_url: pictureLink(url, 'thumbnail'),
    },
  }
}

/** A link that works no more, or never did, gives way to a new one. */
const renewPicture = async (image: HTMLImageElement) => {
  if (image.dataset.renewed) return
  image.dataset.renewed = 'true'
  const fresh = await freshLink(image.getAttribute('src') ?? '')
  if (!fresh) return
  image.removeAttribute('srcset')
  image.src = fresh
  image.closest('a.picture')?.setAttribute('href', fresh)
}

const followFresh = async (link: HTMLAnchorElement) => {
  const fresh = await freshLink(link.getAttribute('href') ?? '')
  if (fresh) followRenewed(link, fresh)
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** A picture of the text that is to be shown large; each request has its turn. */
export interface AskedPicture {
  id: string
  turn: number
}

/** What pictures, films and files of a text do once its page runs: open large, resume, load again with a fresh link. */
const TextMedia = ({
  root,
  html,
  layer,
  filmTools,
  asked,
}: {
  root: RefObject<HTMLDivElement | null>
  html: string
  layer?: PictureLayer | undefined
  asked?: AskedPicture | undefined
  filmTools?: FilmTools | undefined
}) => {
  const [open, setOpen] = useState<{ files: StoredFile[]; first: number } | null>(null)
  const films = useFilms(root, html)
  const show = (isWanted: (link: HTMLAnchorElement) => boolean) => {
    const links = [...(root.current?.querySelectorAll<HTMLAnchorElement>('a.picture') ?? [])]
    const first = links.findIndex(isWanted)
    if (first >= 0) setOpen({ files: links.map(pictureOf), first })
  }
  const showLink = useEffectEvent((link: HTMLAnchorElement) => show((other) => other === link))
  const showAsked = useEffectEvent(() => show(({ pathname }) => fileIdOf(pathname) === asked?.id))
  const turn = asked?.turn
  useEffect(() => {
    if (turn !== undefined) showAsked()
  }, [turn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other pictures
  useEffect(() => {
    const text = root.current
    if (!text) return
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (!link || !isPlainClick(event)) return
      if (link.className === 'picture') {
        event.preventDefault()
        showLink(link)
      } else if (fileIdOf(link.getAttribute('href') ?? '') && mustRenew(link)) {
        event.preventDefault()
        void followFresh(link)
      }
    }
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) void renewPicture(target)
    }
    text.addEventListener('click', onClick)
    text.addEventListener('error', onError, true)
    // those that had failed before anybody listened
    for (const image of text.querySelectorAll('img')) {
      if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') void renewPicture(image)
    }
    return () => {
      text.removeEventListener('click', onClick)
      text.removeEventListener('error', onError, true)
    }
  }, [root, html])

  return (
    <>
      {films.map(({ place, file, captions, chapters }) =>
        createPortal(
          <VideoPlayer
            file={file}
            captions={captions}
            chapters={chapters}
            tools={filmTools && ((media) => filmTools(file.id, media))}
          />,
          place,
        ),
      )}
      {open && <LightBox {...open} layer={layer} onClose={() => setOpen(null)} />}
    </>
  )
}

export default TextMedia
