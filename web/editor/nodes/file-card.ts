import { Node } from '@tiptap/core'
import { richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { fileView } from '#web/editor/views/media-views.ts'

const [element] = richFeatures.files

/** A file of our storage to be taken along; its text is its name. */
export const FileCard = Node.create({
  name: 'file',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...attributesOf(element),
    name: { default: 'Файл', parseHTML: (link) => link.textContent?.trim() || null, rendered: false },
  }),
  // before a link, which it is as well
  parseHTML: () => [parseRuleOf(element, 1100)],
  renderHTML: ({ node, HTMLAttributes }) => ['a', HTMLAttributes, node.attrs.name],
  addNodeView: () => fileView,
  renderText: ({ node }) => node.attrs.name,
})
