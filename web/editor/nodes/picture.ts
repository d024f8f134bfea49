import { Node } from '@tiptap/core'
import { richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { pictureView } from '#web/editor/views/media-views.ts'

const [element] = richFeatures.pictures

/** A picture of our storage. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attributesOf(element),
  parseHTML: () => [parseRuleOf(element)],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => pictureView,
})
