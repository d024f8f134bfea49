import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { formatPlace } from '#contract/files/format-place.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { RemarkForm } from '#web/anchors/RemarkForm.tsx'
import { RemarkPin } from '#web/anchors/RemarkPin.tsx'
import { type RemarkPlaces, remarksOn } from '#web/anchors/remark-places.ts'

/** The moment a film is at and its length, in whole seconds; recordings of a browser may not know their length. */
const useMediaTime = (media: RefObject<HTMLMediaElement | null>) => {
  const [time, setTime] = useState({ current: 0, duration: 0 })
  useEffect(() => {
    const element = media.current
    if (!element) return
    const follow = () => {
      const { currentTime, duration } = element
      const next = { current: Math.floor(currentTime), duration: Number.isFinite(duration) ? duration : 0 }
      setTime((before) => (before.current === next.current && before.duration === next.duration ? before : next))
    }
    follow()
    const names = ['timeupdate', 'seeked', 'durationchange', 'loadedmetadata']
    for (const name of names) element.addEventListener(name, follow)
    return () => {
      for (const name of names) element.removeEventListener(name, follow)
    }
  }, [media])
  return time
}

/** Below a film or a recording: its remarks at their seconds, and the way to make one about the second it is at. */
export const MediaRemarks = ({
  media,
  fileId,
  places: { remarks, shown, onShow, onAdd, draftKey },
}: {
  media: RefObject<HTMLMediaElement | null>
  fileId: string
  places: RemarkPlaces
}) => {
  const time = useMediaTime(media)
  const [second, setSecond] = useState<number | null>(null)
  const marks = remarksOn(remarks, 'video', fileId)
  const length = Math.max(time.duration, 1, ...marks.map(({ anchor }) => anchor.seconds * 1.05))

  const anchorAt = (seconds: number): Anchor => ({ kind: 'video', file_id: fileId, seconds })
  const goTo = (seconds: number) => {
    if (media.current) media.current.currentTime = seconds
  }
  const asked = marks.find(({ remark }) => remark.key === shown?.key)
  const turn = asked && shown?.turn
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request goes there again
  useEffect(() => {
    if (!asked) return
    goTo(asked.anchor.seconds)
    media.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [turn])

  return (
    <>
      {marks.length > 0 && (
        <div className={classes.seconds}>
          {marks.map(({ remark, anchor }) => (
            <RemarkPin
              key={remark.key}
              remark={remark}
              shown={remark.key === shown?.key}
              onShow={() => {
                goTo(anchor.seconds)
                onShow?.(remark.key)
              }}
              style={{ left: `${(100 * anchor.seconds) / length}%` }}
            />
          ))}
        </div>
      )}
      {onAdd &&
        (second === null ? (
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconMessagePlus size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => {
                media.current?.pause()
                setSecond(Math.floor(media.current?.currentTime ?? 0))
              }}
            >
              Замечание на {formatPlace(time.current)}
            </Button>
          </div>
        ) : (
          <RemarkForm
            about={`на ${formatPlace(second)}`}
            anchor={anchorAt(second)}
            draftKey={`${draftKey}:${fileId}`}
            onAdd={(text) => {
              onAdd({ text, anchor: anchorAt(second) })
              setSecond(null)
            }}
            onCancel={() => setSecond(null)}
          />
        ))}
    </>
  )
}
