/** Room a form takes beside a pin, as in its style sheet, in pixels. */
const formWidth = 320
/** From the middle of the pin to the form. */
const gap = 26
/** To the edge of the stage. */
const edge = 12

/**
 * Where the form of a remark is put so that its pin stays in sight: beside it, or below or above it where neither side
 * has room. Grows away from the nearer edge. In pixels of the stage that the pin is in.
 */
export const besidePin = (
  pin: { x: number; y: number },
  stage: { width: number; height: number },
): { left?: number; right?: number; top?: number; bottom?: number } => {
  const isUpper = pin.y < stage.height / 2
  const fitsRight = pin.x + gap + formWidth + edge <= stage.width
  const fitsLeft = pin.x - gap - formWidth - edge >= 0
  if (fitsRight || fitsLeft) {
    const side = fitsRight ? { left: pin.x + gap } : { right: stage.width - pin.x + gap }
    const start = (room: number) => Math.max(edge, room - 24)
    return { ...side, ...(isUpper ? { top: start(pin.y) } : { bottom: start(stage.height - pin.y) }) }
  }
  const width = Math.min(formWidth, stage.width - 2 * edge)
  const left = Math.min(Math.max(pin.x - width / 2, edge), stage.width - width - edge)
  return { left, ...(isUpper ? { top: pin.y + gap } : { bottom: stage.height - pin.y + gap }) }
}
