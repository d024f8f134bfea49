import type { Editor, JSONContent } from '@tiptap/core'
import type { NodeType, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Selection, type Transaction } from '@tiptap/pm/state'

/** Whether the cursor is in the title of a fold-out: that is one line of text. */
export const isInTitle = ({ $from }: Selection) => $from.parent.type.name === 'detailsSummary'

/**
 * Where a block goes that is put in: of a fold-out's title, to the beginning of the content; behind a picture that is
 * selected, which it would replace; null for where the cursor is.
 */
export const placeOfBlock = ({ selection }: EditorState | Transaction) => {
  if (isInTitle(selection)) return selection.$from.after() + 1
  return selection instanceof NodeSelection && selection.node.isBlock ? selection.to : null
}

/** Whether a block may be beside a line: the title of a fold-out has nothing but its content beside it. */
export const mayBeBeside = ($line: ResolvedPos, block: NodeType) => {
  const behind = $line.indexAfter(-1)
  return $line.node(-1).canReplaceWith(behind, behind, block)
}

/** Puts in a block at the cursor; see `placeOfBlock`. */
export const insertBlock = (editor: Editor, content: JSONContent) => {
  const place = placeOfBlock(editor.state)
  const chain = editor.chain().focus()
  if (place === null) chain.insertContent(content).run()
  else chain.insertContentAt(place, content).run()
}

/** Puts in a formula: in a line, or on a line of its own. Code and titles of fold-outs have its source. */
export const insertFormula = (editor: Editor, latex: string, isBlock: boolean) => {
  const { parent } = editor.state.selection.$from
  const isText = parent.isTextblock && (parent.type.spec.code || (!isBlock && isInTitle(editor.state.selection)))
  if (isText)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: `$${latex}$` })
      .run()
  else insertBlock(editor, { type: isBlock ? 'blockFormula' : 'inlineFormula', attrs: { 'data-latex': latex } })
}
