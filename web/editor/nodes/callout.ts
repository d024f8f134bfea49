import { Node } from '@tiptap/core'
import { richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { calloutView } from '#web/editor/views/callout-view.ts'

const [element] = richFeatures.callouts

/** A passage set apart: a remark, a warning, a piece of advice. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => {
    const attributes = attributesOf(element)
    return { 'data-callout': { ...attributes['data-callout'], default: 'info' } }
  },
  parseHTML: () => [parseRuleOf(element)],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
  addNodeView: () => calloutView,
})
