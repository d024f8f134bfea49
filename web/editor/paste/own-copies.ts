import { Extension } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

const mark = 'data-own-copy'

/** What is copied has a mark of ours: `data-pm-slice` is also that of editors with other elements. */
class MarkingSerializer extends DOMSerializer {
  override serializeFragment(...given: Parameters<DOMSerializer['serializeFragment']>) {
    const made = super.serializeFragment(...given)
    const [, , target] = given
    // of the whole only, not of what is in its nodes
    if (!target && 'firstElementChild' in made) made.firstElementChild?.setAttribute(mark, '')
    return made
  }
}

/** Marks what is copied out of an editor of ours. */
export const OwnCopies = Extension.create({
  name: 'ownCopies',
  addProseMirrorPlugins() {
    const { nodes, marks } = DOMSerializer.fromSchema(this.editor.schema)
    return [new Plugin({ props: { clipboardSerializer: new MarkingSerializer(nodes, marks) } })]
  },
})

/** Whether this was copied out of an editor of ours. */
export const isOwnCopy = (html: string) => html.includes(`${mark}=`)
