import type { Editor } from '@tiptap/core'

/** Types as a browser hands over one key after another; `\u0002` is Ctrl+B. */
export const type = (editor: Editor, text: string) => {
  for (const sign of text) {
    const { view } = editor
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(sign, from, to)
    if (sign === '\u0002') editor.commands.toggleBold()
    else if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert)))
      view.dispatch(insert())
  }
}
