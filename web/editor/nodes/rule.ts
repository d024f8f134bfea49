import { InputRule, type Node } from '@tiptap/core'
import { mayBeBeside } from '#web/editor/insert-block.ts'

/** A rule as TipTap has it, but that its signs stay text where it has no place. */
export const inItsPlace = (rule: Node): Node =>
  rule.extend({
    addInputRules() {
      const inherited = this.parent?.() ?? []
      return inherited.map(
        ({ find, handler }) =>
          new InputRule({
            find,
            handler: (props) =>
              mayBeBeside(props.state.doc.resolve(props.range.from), this.type) ? handler(props) : null,
          }),
      )
    },
  })
