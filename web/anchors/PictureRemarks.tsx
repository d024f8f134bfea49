import { Button } from '@mantine/core'
import { IconMapPinPlus, IconMessagePlus } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { besidePin } from '#web/anchors/beside-pin.ts'
import newPlace from '#web/anchors/NewPlace.module.css'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'
import { RemarkForm } from '#web/anchors/RemarkForm.tsx'
import { RemarkPin } from '#web/anchors/RemarkPin.tsx'
import type { RemarkPlaces } from '#web/anchors/remark-places.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

type ImageAnchor = Extract<Anchor, { kind: 'image' }>
type Area = Pick<ImageAnchor, 'x' | 'y' | 'width' | 'height'>

/** Min movement of a drag, in pixels; less is a click. */
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

/** How far an arrow key moves a new place: a share of the picture, and with Shift. */
const arrowStep = { fine: 0.01, coarse: 0.1 }
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The remark being made: its place is still moved by keys, or its text is written. */
type Making = { area: Area; phase: 'drawing' | 'moving' | 'writing' } | null

/**
 * Remarks on a picture that is shown large. A click makes one at a point, dragging makes one about a box; by keyboard a
 * pin is moved with the arrows. The text is shown beside its pin.
 */
export const PictureRemarks = ({
  fileId,
  place,
  marks,
  places: { remarks, shown, onAdd, onShow, draftKey },
}: {
  fileId: string
  place: { left: number; top: number; width: number; height: number; stage: { width: number; height: number } }
  marks: { remark: PlacedRemark; anchor: ImageAnchor }[]
  places: RemarkPlaces
}) => {
  const begun = useRef<{ x: number; y: number; clientX: number; clientY: number } | null>(null)
  const ghost = useRef<HTMLElement>(null)
  const [making, setMaking] = useState<Making>(null)
  const [read, setRead] = useState<string | null>(shown?.key ?? null)
  const number = remarks.length + 1

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
  /** What a tap sends after its pointer events would take the focus from the field again. */
  const keepFocus = (event: MouseEvent) => {
    if (onAdd && event.target === event.currentTarget) event.preventDefault()
  }
  const areaTo = (event: PointerEvent) => {
    const from = begun.current
    if (!from) return null
    const moved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= least
    if (moved && event.pointerType === 'touch') return null
    return areaOf(from, pointOf(event), moved)
  }
  const draw = (event: PointerEvent) => {
    const { x, y } = pointOf(event)
    // not by state: it would draw the whole picture's remarks at every step of the pointer
    if (ghost.current) Object.assign(ghost.current.style, { left: percent(x), top: percent(y) })
    // what is typed already belongs to the place, so its form stays
    const area = areaTo(event)
    if (area) setMaking((before) => ({ area, phase: before?.phase === 'writing' ? 'writing' : 'drawing' }))
  }
  const finish = (event: PointerEvent) => {
    const area = areaTo(event)
    begun.current = null
    if (area) setMaking({ area, phase: 'writing' })
  }
  const stop = () => {
    begun.current = null
    setMaking(null)
  }
  const cancelDrawing = () => {
    begun.current = null
    setMaking((before) => (before?.phase === 'drawing' ? null : before))
  }
  const takeKey = (event: KeyboardEvent) => {
    if (!making) return
    const arrow = arrows[event.key]
    if (arrow) {
      const by = event.shiftKey ? arrowStep.coarse : arrowStep.fine
      const { x, y } = making.area
      setMaking({ ...making, area: { x: share(x + arrow[0] * by), y: share(y + arrow[1] * by) } })
    } else if (event.key === 'Escape') stop()
    else return
    event.preventDefault()
    // the pictures do not leaf on
    event.stopPropagation()
  }
  const anchorOf = (area: Area): ImageAnchor => ({ kind: 'image', file_id: fileId, ...area })
  const current = marks.find(({ remark }) => remark.key === read)?.remark
  const area = making?.area
  const pin = area && {
    x: place.left + area.x * place.width,
    y: place.top + area.y * place.height,
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys have the buttons below */}
      <div
        className={`${classes.layer} ${newPlace.layer}`}
        style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        data-writes={onAdd ? true : undefined}
        onMouseDown={keepFocus}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={finish}
        onPointerCancel={cancelDrawing}
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
        {onAdd && making?.phase !== 'moving' && (
          <i ref={ghost} className={`${classes.pin} ${newPlace.ghost}`} aria-hidden="true">
            {number}
          </i>
        )}
        {area?.width !== undefined && <i className={classes.box} style={boxStyle(area)} data-shown />}
        {making && making.phase !== 'moving' && area && (
          <i
            className={classes.pin}
            style={{ left: percent(area.x), top: percent(area.y) }}
            data-shown
            data-pending
            aria-hidden="true"
          >
            {number}
          </i>
        )}
        {making?.phase === 'moving' && area && (
          <button
            type="button"
            ref={focusNew}
            className={`${classes.pin} ${newPlace.moved}`}
            style={{ left: percent(area.x), top: percent(area.y) }}
            aria-label={`Место замечания: ${Math.round(area.x * 100)} % слева, ${Math.round(area.y * 100)} % сверху`}
            onKeyDown={takeKey}
            onClick={() => setMaking({ area, phase: 'writing' })}
          >
            {number}
          </button>
        )}
      </div>
      {making?.phase === 'writing' && area && pin && onAdd && (
        <Box round="s" shadow="menu" className={newPlace.beside} style={besidePin(pin, place.stage)}>
          <RemarkForm
            about={isWhole(area) ? 'вся картинка' : 'место на картинке'}
            anchor={anchorOf(area)}
            draftKey={`${draftKey}:${fileId}`}
            onAdd={(text) => {
              onAdd({ text, anchor: anchorOf(area) })
              stop()
            }}
            onCancel={stop}
          />
        </Box>
      )}
      <Stack gap={2} align="center" className={classes.below}>
        {current && (
          <Text pad={2} padX={3} size={3} tone="ink" ground="surface" round="s" anywhere role="status">
            <b>{current.number}.</b> {current.text}
          </Text>
        )}
        {onAdd && making?.phase !== 'writing' && (
          <Text size={2} tight className={newPlace.hint} aria-live="polite">
            {making?.phase === 'moving'
              ? 'Подвиньте метку стрелками, Enter — написать замечание, Esc — отменить'
              : 'Нажмите на место, о котором замечание, или обведите его'}
          </Text>
        )}
        {onAdd && making === null && (
          <Row gap={2} wrap align="stretch" justify="center" className={classes.ways}>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconMapPinPlus size={17} stroke={1.75} aria-hidden="true" />}
              onClick={() => setMaking({ area: { x: 0.5, y: 0.5 }, phase: 'moving' })}
            >
              Замечание к месту
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconMessagePlus size={17} stroke={1.75} aria-hidden="true" />}
              onClick={() => setMaking({ area: { x: 0, y: 0, width: 1, height: 1 }, phase: 'writing' })}
            >
              Замечание ко всей картинке
            </Button>
          </Row>
        )}
      </Stack>
    </>
  )
}

/** The pin that keys move has them from the start. */
const focusNew = (pin: HTMLButtonElement | null) => pin?.focus({ preventScroll: true })
