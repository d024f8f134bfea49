import type { NodeViewRenderer } from '@tiptap/core'
import { Details, DetailsContent, DetailsSummary } from '@tiptap/extension-details'

/** A writer sees what is inside: the parts fold only for readers. */
const unfolded: NodeViewRenderer = () => {
  const dom = document.createElement('div')
  dom.className = 'collapsible'
  return { dom, contentDOM: dom }
}

export const Collapsible = Details.extend({
  addNodeView: () => unfolded,
  addProseMirrorPlugins: () => [],
  addKeyboardShortcuts() {
    const shortcuts = this.parent?.() ?? {}
    return {
      ...shortcuts,
      // into the empty line that is there already
      Enter: (props) => {
        const { $from, empty } = this.editor.state.selection
        const content = $from.parent.type.name === 'detailsSummary' ? $from.node(-1).child(1) : null
        const atEnd = empty && $from.parentOffset === $from.parent.content.size
        if (!content || !atEnd || content.firstChild?.content.size !== 0) return shortcuts.Enter?.(props) ?? false
        return this.editor.commands.setTextSelection($from.after() + 2)
      },
    }
  },
})
export const CollapsibleContent = DetailsContent.extend({ addNodeView: () => null })
export const CollapsibleSummary = DetailsSummary
