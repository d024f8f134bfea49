import { Extension, resolveFocusPosition } from '@tiptap/core'

/**
 * `focus`, done by the time the command returns. TipTap's own waits for the next frame: what is typed until then after
 * a dialog, a menu or a button would be lost.
 */
export const FocusAtOnce = Extension.create({
  name: 'focusAtOnce',
  addCommands() {
    return {
      focus:
        (position = null, { scrollIntoView = true } = {}) =>
        ({ view, tr, dispatch }) => {
          if (position === false || (position === null && view.hasFocus())) return true
          if (!dispatch) return true
          const selection = resolveFocusPosition(tr.doc, position)
          // a selection that is set again would lose the marks for the next letter
          if (selection && !selection.eq(tr.selection)) tr.setSelection(selection)
          tr.setMeta(this.name, { scrollIntoView })
          return true
        },
    }
  },
  // once the whole chain has been carried out
  onTransaction({ editor, transaction }) {
    const wanted = transaction.getMeta(this.name)
    if (!wanted || editor.isDestroyed) return
    editor.view.focus()
    if (wanted.scrollIntoView) editor.commands.scrollIntoView()
  },
})
