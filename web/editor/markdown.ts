import { Extension, InputRule, textblockTypeInputRule } from '@tiptap/core'
import { formulaFault } from '#contract/content/formula-limits.ts'
import { mayBeBeside } from '#web/editor/insert-block.ts'

/**
 * What the nodes do not understand by themselves of what people type by habit: «#» begins the largest heading that
 * there is, and formulas are between dollars.
 */
export const Markdown = Extension.create({
  name: 'markdown',
  // before the rules of the nodes: to them «##» is the heading of the second level
  priority: 200,
  addInputRules() {
    const { heading, inlineFormula, blockFormula } = this.editor.schema.nodes
    return [
      ...(heading
        ? [1, 2, 3].map((signs) =>
            textblockTypeInputRule({
              find: new RegExp(`^#{${signs}} $`),
              type: heading,
              getAttributes: { level: signs + 1 },
            }),
          )
        : []),
      ...(inlineFormula
        ? [
            new InputRule({
              find: /(?:^|[\s(])(\$([^$\s]|[^$\s][^$]*[^$\s])\$)$/,
              handler: ({ state, range, match }) => {
                const [all = '', formula = '', latex = ''] = match
                if (formulaFault(latex)) return null
                const from = range.from + all.length - formula.length
                const $from = state.doc.resolve(from)
                // the title of a fold-out is text alone
                if (!$from.parent.canReplaceWith($from.index(), $from.index(), inlineFormula)) return null
                state.tr.replaceWith(from, range.to, inlineFormula.create({ 'data-latex': latex }))
              },
            }),
          ]
        : []),
      ...(blockFormula
        ? [
            new InputRule({
              find: /^\$\$\s*([^$]+?)\s*\$\$ $/,
              handler: ({ state, range, match: [, latex = ''] }) => {
                const $line = state.doc.resolve(range.from)
                if (formulaFault(latex) || !mayBeBeside($line, blockFormula)) return null
                // the line continues under it
                state.tr
                  .delete(range.from, range.to)
                  .insert($line.before(), blockFormula.create({ 'data-latex': latex }))
              },
            }),
          ]
        : []),
    ]
  },
})
