import { QueryObserver } from '@tanstack/react-query'
import type { NodeViewRenderer } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import { readChapters } from '#contract/content/chapters.ts'
import { fileIdOf } from '#contract/files/file-address.ts'
import { counted } from '#contract/plural.ts'
import { fileCard } from '#web/content/draw-rich-text.ts'
import { escaped } from '#web/content/escaped.ts'
import { freshLink, linkOf } from '#web/content/known-links.ts'
import { queryClient } from '#web/data/query-client.ts'
import { filmProgress, filmQuery } from '#web/files/files.queries.ts'

/** Shows a file of our storage in an element; asks for a link when there is none at hand, or none that works. */
const showFile = (element: HTMLImageElement | HTMLVideoElement, address: string) => {
  if (element.dataset.file === address) return
  element.dataset.file = address
  const renew = async () => {
    element.onerror = null
    const link = (await freshLink(address)) ?? address
    if (element.dataset.file === address && element.getAttribute('src') !== link) element.src = link
  }
  element.onerror = renew
  const known = linkOf(address)
  if (known === address) void renew()
  else element.src = known
}

/** A picture in the text that is being written. */
export const pictureView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('img')
  const show = ({ attrs }: typeof node) => {
    showFile(dom, attrs.src)
    dom.alt = attrs.alt
    if (attrs['data-width']) dom.dataset.width = attrs['data-width']
    else delete dom.dataset.width
  }
  show(node)
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
  }
}

/** What the line under a film says of it. */
const filmLine = (attrs: Attrs) => {
  const { length } = readChapters(attrs['data-chapters'] ?? '').chapters
  const parts = [attrs['data-name'] ?? 'Видео', attrs.captions ? 'с субтитрами' : 'без субтитров']
  if (length > 0) parts.push(counted(length, 'глава', 'главы', 'глав'))
  return parts.join(' · ')
}

/** A film in the text that is being written: it can be watched there, and taken by the line under it. */
export const videoView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('div')
  dom.className = 'film'
  const film = dom.appendChild(document.createElement('video'))
  const line = dom.appendChild(document.createElement('div'))
  line.className = 'film-line'
  const progress = dom.appendChild(document.createElement('div'))
  progress.className = 'film-line'
  film.controls = true
  film.preload = 'metadata'
  let watched: string | null = null
  let leave: (() => void) | undefined
  const watch = (id: string | null) => {
    if (id === watched) return
    leave?.()
    watched = id
    progress.textContent = ''
    leave = id
      ? new QueryObserver(queryClient, filmQuery(id)).subscribe(({ data }) => {
          progress.textContent = filmProgress(data?.film)
        })
      : undefined
  }
  const show = ({ attrs }: typeof node) => {
    showFile(film, attrs.src)
    watch(fileIdOf(attrs.src))
    film.setAttribute('aria-label', attrs['data-name'] ?? 'Видео')
    line.textContent = filmLine(attrs)
  }
  show(node)
  return {
    dom,
    destroy: () => leave?.(),
    // the film's own controls are not the editor's to handle
    stopEvent: ({ target, type }) => target === film && !type.startsWith('drag'),
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
  }
}

/** A file in the text that is being written: the card that readers will see. */
export const fileView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('a')
  dom.dataset.type = 'file'
  dom.innerHTML = fileCard(escaped(node.attrs.name), node.attrs['data-size'])
  return { dom, ignoreMutation: () => true }
}
