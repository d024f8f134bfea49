// React draws what came with a response in a task of its own: on a busy machine that is some frames later
const maxFrames = 30

/** Gives the focus to an element that is about to be drawn; nothing happens where it is not drawn within half a second. */
export const focusWhenDrawn = (
  find: () => HTMLElement | null | undefined,
  focus = (element: HTMLElement) => element.focus(),
  frames = maxFrames,
) => {
  requestAnimationFrame(() => {
    const element = find()
    if (element) focus(element)
    else if (frames > 1) focusWhenDrawn(find, focus, frames - 1)
  })
}
