import { getMarkRange } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Selection } from '@tiptap/pm/state'

/** What the cursor is in, or what is selected, that has settings of its own: the innermost. */
export interface EditorContext {
  kind: 'link' | 'picture' | 'video' | 'file' | 'codeBlock' | 'table' | 'callout' | 'details' | 'quiz'
  from: number
  to: number
  node: Node | null
}

const media = ['picture', 'video', 'file', 'quiz']
const blocks = ['codeBlock', 'table', 'callout', 'details']

/** See EditorContext; null in plain text. */
export const contextOf = ({ schema, selection }: EditorState): EditorContext | null => {
  if (selection instanceof NodeSelection && media.includes(selection.node.type.name)) {
    const { from, to, node } = selection
    return { kind: node.type.name as EditorContext['kind'], from, to, node }
  }
  const { $from } = selection
  const link = schema.marks.link && getMarkRange($from, schema.marks.link)
  if (link && selection.to <= link.to) return { kind: 'link', ...link, node: null }
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (blocks.includes(node.type.name)) {
      return { kind: node.type.name as EditorContext['kind'], from: $from.before(depth), to: $from.after(depth), node }
    }
  }
  return null
}

/** Whether there may be a link: code has none. */
export const mayLink = ({ $from }: Selection) => {
  const { link } = $from.doc.type.schema.marks
  return link !== undefined && $from.parent.type.allowsMarkType(link)
}
