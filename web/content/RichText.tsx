import '#web/content/rich-text.css'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { withoutSignatures } from '#contract/files/file-address.ts'
import { useLate } from '#web/app/use-late.ts'
import { useDrawn } from '#web/content/drawing.ts'
import type { AskedPicture, FilmTools } from '#web/content/TextMedia.tsx'
import type { PictureLayer } from '#web/files/LightBox.tsx'

const loadMedia = () => import('#web/content/TextMedia.tsx')

/** Blocks that may be wider than the column; a frame has its place in the tab order without scripts, too. */
const wideBlocks = 'pre, table, .table-frame, [data-type="block-math"]'

/** The same text while only its signatures change: films play on, and what is unfolded stays so. */
const useSteady = (html: string) => {
  const [steady, setSteady] = useState(html)
  if (html === steady || withoutSignatures(html) === withoutSignatures(steady)) return steady
  setSteady(html)
  return html
}

/** How large a text is. */
export type TextSize = 'work' | 'note'

/** Shows text of the editor, without the editor's code; the server has cleaned it on the way in. */
export const RichText = ({
  html,
  size,
  layer,
  filmTools,
  asked,
  inside,
}: {
  html: string
  /** Smaller than the text of a lesson: as a task beside others, or as a note. */
  size?: TextSize | undefined
  /** What is drawn over its pictures when they are shown large. */
  layer?: PictureLayer | undefined
  /** What is drawn below its films. */
  filmTools?: FilmTools | undefined
  /** One of its pictures that is shown large. */
  asked?: AskedPicture | undefined
  /** Draws into elements of the text once they stay; `html` is the text they were made of. */
  inside?: ((root: RefObject<HTMLDivElement | null>, html: string) => ReactNode) | undefined
}) => {
  const root = useRef<HTMLDivElement>(null)
  const { drawn, isFinal } = useDrawn(useSteady(html))
  // what is wider than the column is scrolled: with the keyboard too
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other blocks
  useEffect(() => {
    const mark = () => {
      for (const block of root.current?.querySelectorAll<HTMLElement>(wideBlocks) ?? []) {
        if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
        else block.removeAttribute('tabindex')
      }
    }
    const observer = new ResizeObserver(mark)
    if (root.current) observer.observe(root.current)
    return () => observer.disconnect()
  }, [drawn])
  const Media = useLate(/"\/files\/[0-9a-f]{32}/.test(html), loadMedia, () => {})
  return (
    <>
      <div
        ref={root}
        className="rich-text"
        data-size={size}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server's allow list before it was kept
        dangerouslySetInnerHTML={{ __html: drawn }}
      />
      {Media && isFinal && <Media root={root} html={drawn} layer={layer} filmTools={filmTools} asked={asked} />}
      {isFinal && inside?.(root, drawn)}
    </>
  )
}
