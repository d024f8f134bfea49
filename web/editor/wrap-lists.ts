import { Extension, getNodeType, type RawCommands } from '@tiptap/core'
import { type Node, NodeRange } from '@tiptap/pm/model'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'

/** Whether a node is a list or an item of one. */
const isOfList = ({ type }: Node) => /^(bulletList|orderedList|taskList|listItem|taskItem)$/.test(type.name)

/**
 * What is put around blocks, such as a call-out, and removed: as TipTap has it, but that in an item of a list, whose
 * first line cannot leave it alone, it is around the whole list.
 */
export const WrapLists = Extension.create({
  name: 'wrapLists',
  addCommands: (): Partial<RawCommands> => ({
    wrapIn:
      (typeOrName, attributes) =>
      ({ tr, dispatch }) => {
        const { $from, $to } = tr.selection
        const type = getNodeType(typeOrName, tr.doc.type.schema)
        let range = $from.blockRange($to)
        while (range) {
          const wrapping = findWrapping(range, type, attributes)
          if (wrapping && dispatch) tr.wrap(range, wrapping).scrollIntoView()
          if (wrapping) return true
          range = isOfList(range.parent) ? new NodeRange($from, $to, range.depth - 1) : null
        }
        return false
      },
    lift:
      (typeOrName) =>
      ({ tr, dispatch }) => {
        const { $from, $to } = tr.selection
        const type = getNodeType(typeOrName, tr.doc.type.schema)
        const range = $from.blockRange($to, (node) => node.type === type)
        const depth = range && liftTarget(range)
        if (!range || depth === null) return false
        if (dispatch) tr.lift(range, depth).scrollIntoView()
        return true
      },
  }),
})
