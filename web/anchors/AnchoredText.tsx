import '#web/anchors/highlights.css'
import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { MediaRemarks } from '#web/anchors/MediaRemarks.tsx'
import { pictureLayer } from '#web/anchors/picture-layer.tsx'
import { RemarkForm } from '#web/anchors/RemarkForm.tsx'
import { RemarkPin } from '#web/anchors/RemarkPin.tsx'
import type { RemarkPlaces } from '#web/anchors/remark-places.ts'
import { findTyped, rangeAt } from '#web/anchors/text-map.ts'
import { type SelectedStretch, useSelectedStretch } from '#web/anchors/use-selected-stretch.ts'
import { useTextMap } from '#web/anchors/use-text-map.ts'
import { markAt, useHighlight, useMarkTops, useTextMarks } from '#web/anchors/use-text-marks.ts'
import { RichText, type TextSize } from '#web/content/RichText.tsx'
import { Box } from '#web/ui/layout.tsx'

/** What a remark is being written about: a stretch of the text, or a quote that is still to be typed. */
type Writing = SelectedStretch | 'quote'

const anchorOf = ({ start, end, quote }: Pick<SelectedStretch, 'start' | 'end' | 'quote'>): Anchor => ({
  kind: 'text',
  start,
  end,
  quote,
})

const shortened = (quote: string) => {
  const line = quote.replace(/\s+/g, ' ')
  return line.length > 60 ? `«${line.slice(0, 60)}…»` : `«${line}»`
}

/**
 * The text of an attempt with its remarks: their passages are coloured, with their numbers beside, and new ones can be
 * made.
 */
export const AnchoredText = ({
  html,
  size,
  places,
}: {
  html: string
  size?: TextSize | undefined
  places: RemarkPlaces
}) => {
  const { remarks, shown, onShow, onAdd, draftKey } = places
  const box = useRef<HTMLDivElement>(null)
  const map = useTextMap(box)
  const marks = useTextMarks(box, map, remarks)
  const tops = useMarkTops(box, marks)
  const [writing, setWriting] = useState<Writing | null>(null)
  const selected = useSelectedStretch(box, map, onAdd !== undefined && writing === null)

  const ranges = useMemo(() => {
    const onText = marks.filter(({ remark }) => remark.anchor?.kind === 'text')
    const of = (done: boolean) => onText.filter(({ remark }) => remark.done === done).map(({ range }) => range)
    return { open: of(false), done: of(true) }
  }, [marks])
  const asked = marks.find(({ remark }) => remark.key === shown?.key)
  const current = useMemo(() => (asked?.remark.anchor?.kind === 'text' ? [asked.range] : []), [asked])
  const written = useMemo(() => {
    const range = map && writing && writing !== 'quote' && rangeAt(map, writing.start, writing.end)
    return range ? [range] : []
  }, [map, writing])
  useHighlight('remark', ranges.open)
  useHighlight('remark-done', ranges.done)
  useHighlight('remark-shown', current)
  useHighlight('remark-new', written)

  const turn = asked && shown?.turn
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request scrolls to it again
  useEffect(() => {
    if (!asked || !box.current) return
    // a picture is shown by what draws it, as soon as that is there
    if (asked.remark.anchor?.kind === 'image') return
    const element = asked.range.startContainer
    const near = element instanceof Element ? element : element.parentElement
    near?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [turn])

  const add = (text: string, quote: string) => {
    if (!onAdd || !map) return
    const stretch = writing === 'quote' ? findTyped(map.text, quote) : writing
    // a remark that was typed before its text was found is about the task as a whole
    onAdd({ text, anchor: stretch && anchorOf(stretch) })
    setWriting(null)
    document.getSelection()?.removeAllRanges()
  }
  const showMark = ({ clientX, clientY }: MouseEvent) => {
    if (!document.getSelection()?.isCollapsed) return
    const mark = markAt(marks, clientX, clientY)
    if (mark) onShow?.(mark.remark.key)
  }
  const layer = useMemo(() => pictureLayer(places), [places])
  const filmTools = (fileId: string, media: RefObject<HTMLMediaElement | null>) => (
    <MediaRemarks media={media} fileId={fileId} places={places} />
  )
  const picture = asked?.remark.anchor
  const spot = writing === 'quote' ? null : (writing ?? selected)
  return (
    <div ref={box} className={classes.text} data-marked={marks.length > 0 || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the numbers beside the text are its buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the numbers beside the text are its buttons */}
      <div onClick={showMark}>
        <RichText
          html={html}
          size={size}
          layer={layer}
          filmTools={filmTools}
          asked={picture?.kind === 'image' && turn !== undefined ? { id: picture.file_id, turn } : undefined}
        />
      </div>
      {marks.map(({ remark }) => (
        <RemarkPin
          key={remark.key}
          remark={remark}
          className={classes.margin}
          shown={remark.key === shown?.key}
          onShow={onShow && (() => onShow(remark.key))}
          style={{ top: tops.get(remark.key) ?? 0 }}
        />
      ))}
      {spot && onAdd && (
        <Box
          round="s"
          shadow="menu"
          className={classes.bar}
          style={{ top: spot.top + 8, '--at': `${spot.left}px` } as CSSProperties}
          data-form={writing !== null || undefined}
        >
          {writing === null ? (
            <Button
              size="sm"
              leftSection={<IconMessagePlus size={17} stroke={1.75} aria-hidden="true" />}
              // the text stays selected
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setWriting(spot)}
            >
              Замечание
            </Button>
          ) : (
            <RemarkForm
              about={shortened(spot.quote)}
              anchor={anchorOf(spot)}
              draftKey={`${draftKey}:text`}
              onAdd={add}
              onCancel={() => setWriting(null)}
            />
          )}
        </Box>
      )}
      {onAdd && map && map.text !== '' && writing === null && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.tool}
          leftSection={<IconMessagePlus size={16} stroke={1.75} aria-hidden="true" />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setWriting(selected ?? 'quote')}
        >
          Замечание к тексту
        </Button>
      )}
      {writing === 'quote' && onAdd && map && (
        <RemarkForm
          about="к словам текста"
          draftKey={`${draftKey}:text`}
          askQuote={(quote) => (findTyped(map.text, quote) ? null : 'Таких слов в тексте нет')}
          onAdd={add}
          onCancel={() => setWriting(null)}
        />
      )}
    </div>
  )
}
