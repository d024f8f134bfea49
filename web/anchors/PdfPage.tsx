import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import anchors from '#web/anchors/Anchors.module.css'
import classes from '#web/anchors/Pdf.module.css'
import type { PDFDocumentProxy } from '#web/anchors/pdf-document.ts'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'
import { RemarkPin } from '#web/anchors/RemarkPin.tsx'
import type { PageSize } from '#web/anchors/use-pdf.ts'
import { Text } from '#web/ui/layout.tsx'

/** A page is drawn when it comes as near as this to what is seen. */
const nearness = '600px 0px'

interface Place {
  x: number
  y: number
}

const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000))

/** Whether a page is near enough to be drawn. */
const useNear = (page: RefObject<HTMLElement | null>) => {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = page.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.parentElement,
      rootMargin: nearness,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [page])
  return near
}

/** A page of a PDF with its remarks; its text is read aloud to those who do not see it. */
export const PdfPage = ({
  pdf,
  number,
  firstSize,
  width,
  marks,
  pending,
  shownKey,
  onShow,
  onPlace,
  onFailure,
}: {
  pdf: PDFDocumentProxy
  number: number
  firstSize: PageSize
  /** On screen, in pixels. */
  width: number
  marks: { remark: PlacedRemark; place: Place }[]
  /** Where a remark is being written. */
  pending: Place | null
  shownKey: string | undefined
  onShow: (key: string) => void
  onPlace?: ((place: Place) => void) | undefined
  /** It could not be drawn. */
  onFailure: () => void
}) => {
  const page = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState(firstSize)
  const [text, setText] = useState('')
  const near = useNear(page)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    const element = canvas.current
    if (!near || !element) return
    let left = false
    let stop = () => {}
    const draw = async () => {
      const loaded = await pdf.getPage(number)
      if (left) return
      const { width: fullWidth, height } = loaded.getViewport({ scale: 1 })
      setSize({ width: fullWidth, height })
      const scale = (width / fullWidth) * Math.min(2, devicePixelRatio)
      const rendering = loaded.render({ canvas: element, viewport: viewportOf(element, loaded.getViewport({ scale })) })
      stop = () => rendering.cancel()
      const { items } = await loaded.getTextContent()
      if (!left) setText(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
      await rendering.promise
    }
    // a page that cannot be drawn stays empty; a cancelled one is drawn the next time it is shown
    draw().catch(() => left || fail())
    return () => {
      left = true
      stop()
    }
  }, [pdf, number, width, near])

  const place = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onPlace?.({ x: share((clientX - left) / width), y: share((clientY - top) / height) })
  }
  const pinAt = ({ x, y }: Place) => ({ left: `${x * 100}%`, top: `${y * 100}%` })
  return (
    <section
      ref={page}
      className={classes.page}
      data-page={number}
      aria-label={`Страница ${number}`}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      {/* «Замечание к этой странице» does it by keyboard */}
      {near && (
        <canvas ref={canvas} className={classes.canvas} data-writes={onPlace ? true : undefined} onClick={place} />
      )}
      {text && <Text aloud>{text}</Text>}
      {marks.map(({ remark, place }) => (
        <RemarkPin
          key={remark.key}
          remark={remark}
          shown={remark.key === shownKey}
          onShow={() => onShow(remark.key)}
          style={pinAt(place)}
        />
      ))}
      {pending && (
        <i className={anchors.pin} style={pinAt(pending)} data-shown data-pending aria-hidden="true">
          +
        </i>
      )}
    </section>
  )
}

/** Gives the canvas the size of what is drawn on it. */
const viewportOf = <V extends PageSize>(canvas: HTMLCanvasElement, viewport: V) => {
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return viewport
}
