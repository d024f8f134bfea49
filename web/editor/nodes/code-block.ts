import { commands as core, type Node as Extension, InputRule, type RawCommands } from '@tiptap/core'
import type { Node, NodeType } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'

/** The text of a line: breaks end lines, and of a formula the source stays. */
const lineOf = (line: Node) =>
  line.textBetween(0, line.content.size, undefined, ({ type, attrs }) =>
    type.name === 'hardBreak' ? '\n' : `$${attrs['data-latex']}$`,
  )

const hasFormula = (line: Node) => line.children.some(({ isText, type }) => !isText && type.name !== 'hardBreak')

/** Makes one block of code of selected lines; returns false for one line without formulas, and for code. */
const joinLines = (tr: Transaction, attributes = {}) => {
  const { $from, $to } = tr.selection
  const { schema } = tr.doc.type
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

/** Replaces the formulas of a line by their source. */
const writeSources = (tr: Transaction, line: Node, start: number) => {
  const formulas: { at: number; latex: string }[] = []
  line.forEach(({ attrs }, offset) => {
    if (attrs['data-latex']) formulas.push({ at: start + offset, latex: attrs['data-latex'] })
  })
  for (const { at, latex } of formulas.toReversed()) tr.replaceWith(at, at + 1, tr.doc.type.schema.text(`$${latex}$`))
}

/** The selected lines that may become code; no first line of a list's item may. */
const linesOf = ({ selection, doc }: Transaction, code: NodeType) => {
  const lines: { line: Node; start: number }[] = []
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (line, at, parent, index) => {
      if (line.isTextblock && parent?.canReplaceWith(index, index + 1, code)) lines.push({ line, start: at + 1 })
    })
  }
  return lines
}

/** Code as TipTap has it, but that several lines become one block, and of a formula the source stays. */
export const withLines = (code: Extension): Extension =>
  code.extend({
    addInputRules() {
      const rules = this.parent?.() ?? []
      return rules.map(
        (rule) =>
          new InputRule({
            find: rule.find,
            handler: (props) => {
              const $line = props.state.doc.resolve(props.range.from)
              writeSources(props.state.tr, $line.parent, $line.start())
              return rule.handler(props)
            },
          }),
      )
    },
    addCommands(): Partial<RawCommands> {
      const inherited: Partial<RawCommands> = this.parent?.() ?? {}
      return {
        ...inherited,
        clearNodes: () => (props) => {
          const { paragraph } = props.state.schema.nodes
          // line ends become breaks: a paragraph shows them as spaces
          if (props.dispatch && paragraph) {
            for (const { line, start } of linesOf(props.tr, this.type))
              if (line.type === this.type) props.state.tr.setBlockType(start, start + line.content.size, paragraph)
          }
          return core.clearNodes()(props)
        },
        toggleCodeBlock: (attributes) => (props) => {
          const toggle = inherited.toggleCodeBlock?.(attributes)
          // only tried
          if (!props.dispatch) return toggle?.(props) ?? false
          // as TipTap does: items leave their list
          if (linesOf(props.tr, this.type).length === 0) {
            props.commands.clearNodes()
            // a chain's state is the one from before until its `tr` is read, and items would leave their list twice
            if (linesOf(props.state.tr, this.type).length === 0) return true
          }
          if (joinLines(props.tr, attributes)) return true
          for (const { line, start } of linesOf(props.tr, this.type).toReversed()) writeSources(props.tr, line, start)
          return toggle?.(props) ?? false
        },
      }
    },
  })
