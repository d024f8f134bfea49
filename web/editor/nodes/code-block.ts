import type { Node as Extension, RawCommands } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

/** The text of a line: breaks end lines, and of a formula the source stays. */
const lineOf = (line: Node) =>
  line.textBetween(0, line.content.size, undefined, ({ type, attrs }) =>
    type.name === 'hardBreak' ? '\n' : `$${attrs['data-latex']}$`,
  )

const hasFormula = (line: Node) => line.children.some(({ isText, type }) => !isText && type.name !== 'hardBreak')

/** Makes one block of code of selected lines; returns false for one line without formulas, and for code. */
const joinLines = ({ selection: { $from, $to }, schema }: EditorState, tr: Transaction, attributes = {}) => {
  const range = $from.blockRange($to)
  const { codeBlock } = schema.nodes
  if (!range || !codeBlock) return false
  const { parent, startIndex, endIndex, start, end } = range
  const lines = parent.children.slice(startIndex, endIndex)
  const isText = lines.every(({ isTextblock }) => isTextblock) && parent.canReplaceWith(startIndex, endIndex, codeBlock)
  const isCode = lines.every(({ type }) => type === codeBlock)
  if (!isText || isCode || (lines.length === 1 && !lines.some(hasFormula))) return false
  const code = lines.map(lineOf).join('\n')
  tr.replaceWith(start, end, codeBlock.create(attributes, code ? schema.text(code) : null))
  tr.setSelection(TextSelection.create(tr.doc, start + 1, start + 1 + code.length))
  return true
}

/** Code as TipTap has it, but that several lines become one block. */
export const withLines = (code: Extension): Extension =>
  code.extend({
    addCommands(): Partial<RawCommands> {
      const inherited: Partial<RawCommands> = this.parent?.() ?? {}
      return {
        ...inherited,
        toggleCodeBlock: (attributes) => (props) => {
          const toggle = inherited.toggleCodeBlock?.(attributes)
          // only tried
          if (!props.dispatch) return toggle?.(props) ?? false
          return joinLines(props.state, props.tr, attributes) || (toggle?.(props) ?? false)
        },
      }
    },
  })
