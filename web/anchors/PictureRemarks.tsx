import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'
import { RemarkForm } from '#web/anchors/RemarkForm.tsx'
import { RemarkPin } from '#web/anchors/RemarkPin.tsx'
import type { RemarkPlaces } from '#web/anchors/remark-places.ts'

type ImageAnchor = Extract<Anchor, { kind: 'image' }>
type Area = Pick<ImageAnchor, 'x' | 'y' | 'width' | 'height'>

/** What moved less was a click, in pixels. */
const least = 6

const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000))
const percent = (value: number) => `${value * 100}%`

/** The area between two points of the picture: a place of its own when they are the same. */
const areaOf = (from: { x: number; y: number }, to: { x: number; y: number }, isBox: boolean): Area => {
  if (!isBox) return { x: share(from.x), y: share(from.y) }
  const [left, right] = [share(Math.min(from.x, to.x)), share(Math.max(from.x, to.x))]
  const [top, bottom] = [share(Math.min(from.y, to.y)), share(Math.max(from.y, to.y))]
  return { x: left, y: top, width: share(right - left), height: share(bottom - top) }
}

const isWhole = ({ width, height }: Area) => width === 1 && height === 1

const boxStyle = ({ x, y, width = 0, height = 0 }: Area): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

/** Remarks on a picture that is shown large: a click makes one at a point, dragging makes one about a box. */
export const PictureRemarks = ({
  fileId,
  place,
  marks,
  places: { shown, onAdd, onShow },
}: {
  fileId: string
  place: { left: number; top: number; width: number; height: number }
  marks: { remark: PlacedRemark; anchor: ImageAnchor }[]
  places: RemarkPlaces
}) => {
  const begun = useRef<{ x: number; y: number; clientX: number; clientY: number } | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [writing, setWriting] = useState(false)
  const [read, setRead] = useState<string | null>(shown?.key ?? null)

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const begin = (event: PointerEvent) => {
    if (!onAdd || event.button !== 0 || event.target !== event.currentTarget) return
    begun.current = { ...pointOf(event), clientX: event.clientX, clientY: event.clientY }
    // a finger that is drawn over the picture leafs on
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
  }
  const areaTo = (event: PointerEvent) => {
    const from = begun.current
    if (!from) return null
    const moved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= least
    if (moved && event.pointerType === 'touch') return null
    return areaOf(from, pointOf(event), moved)
  }
  const draw = (event: PointerEvent) => begun.current && setArea(areaTo(event))
  const finish = (event: PointerEvent) => {
    const made = areaTo(event)
    begun.current = null
    if (!made) return
    setArea(made)
    setWriting(true)
  }
  const stop = () => {
    begun.current = null
    setArea(null)
    setWriting(false)
  }
  const current = marks.find(({ remark }) => remark.key === read)?.remark
  return (
    <>
      <div
        className={classes.layer}
        style={place}
        data-writes={onAdd ? true : undefined}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={finish}
        onPointerCancel={stop}
      >
        {marks.map(({ remark, anchor }) => (
          <div key={remark.key}>
            {anchor.width !== undefined && !isWhole(anchor) && (
              <i className={classes.box} style={boxStyle(anchor)} data-shown={remark.key === read || undefined} />
            )}
            <RemarkPin
              remark={remark}
              shown={remark.key === read}
              onShow={() => {
                setRead(remark.key)
                onShow?.(remark.key)
              }}
              style={{ left: percent(anchor.x), top: percent(anchor.y) }}
            />
          </div>
        ))}
        {area && <i className={classes.box} style={boxStyle(area)} data-shown />}
      </div>
      <div className={classes.below}>
        {writing && area && onAdd ? (
          <RemarkForm
            about={isWhole(area) ? 'вся картинка' : 'место на картинке'}
            onAdd={(text) => {
              onAdd({ text, anchor: { kind: 'image', file_id: fileId, ...area } })
              stop()
            }}
            onCancel={stop}
          />
        ) : (
          <>
            {current && (
              <p role="status">
                <b>{current.number}.</b> {current.text}
              </p>
            )}
            {onAdd && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconMessagePlus size={17} stroke={1.75} aria-hidden="true" />}
                onClick={() => {
                  setArea({ x: 0, y: 0, width: 1, height: 1 })
                  setWriting(true)
                }}
              >
                Замечание ко всей картинке
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
