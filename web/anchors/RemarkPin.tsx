import type { CSSProperties } from 'react'
import classes from '#web/anchors/Anchors.module.css'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'

/** The number of a remark at its place: what it says is its name and its hint. */
export const RemarkPin = ({
  remark: { number, text, done },
  shown,
  onShow,
  style,
  className = classes.pin,
}: {
  remark: PlacedRemark
  shown: boolean
  onShow?: (() => void) | undefined
  style?: CSSProperties
  className?: string | undefined
}) => (
  <button
    type="button"
    className={className}
    data-done={done || undefined}
    data-shown={shown || undefined}
    aria-label={`Замечание ${number}: ${text}`}
    data-tip={text}
    style={style}
    onClick={onShow}
  >
    {number}
  </button>
)
