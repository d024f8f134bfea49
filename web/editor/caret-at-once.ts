import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** What a view reads its selection from; not part of ProseMirror's public types. */
interface Observed {
  domObserver: { flush: () => void }
}

const readSelection = (view: EditorView) => (view as EditorView & Observed).domObserver.flush()

/**
 * A key works at the caret. The browser reports a moved caret after the key that moved it, and on a busy device also
 * after the next one: an Enter typed quickly after an arrow would split the line that was left.
 */
export const CaretAtOnce = Extension.create({
  name: 'caretAtOnce',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view) => {
            if (!view.composing) readSelection(view)
            return false
          },
        },
      },
    }),
  ],
})
