import { Node } from '@tiptap/core'
import { type RichElement, richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { formulaView } from '#web/editor/views/formula-view.ts'

const [inline, block] = richFeatures.formulas

const formula = (name: string, element: RichElement, isInline: boolean) =>
  Node.create({
    name,
    group: isInline ? 'inline' : 'block',
    inline: isInline,
    atom: true,
    addAttributes: () => attributesOf(element),
    parseHTML: () => [parseRuleOf(element)],
    renderHTML: ({ HTMLAttributes }) => [element.tag, HTMLAttributes],
    addNodeView: () => formulaView,
    renderText: ({ node }) => `$${node.attrs['data-latex']}$`,
  })

/** A formula in a line of text, and one on a line of its own; both are LaTeX. */
export const InlineFormula = formula('inlineFormula', inline, true)
export const BlockFormula = formula('blockFormula', block, false)
