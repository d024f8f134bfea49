import { Extension, InputRule } from '@tiptap/core'

const opening: Record<string, string> = { '«': '»', '„': '“' }

/** The quotes that are open at the end of this text. */
const openQuotes = (before: string) => {
  const open: string[] = []
  for (const sign of before) {
    if (opening[sign]) open.push(sign)
    else if (open.length > 0 && opening[open.at(-1) as string] === sign) open.pop()
  }
  return open
}

/** The Russian quote that a `"` after this text is: « », and „ “ inside of them. `\ufffc` is a formula. */
export const russianQuote = (before: string) => {
  const open = openQuotes(before)
  // directly behind a formula it ends what is open
  const begins = before === '' || /[\s([{«„—–/]$/.test(before) || (open.length === 0 && before.endsWith('\ufffc'))
  if (begins) return open.length > 0 ? '„' : '«'
  return opening[open.at(-1) ?? '«'] as string
}

/**
 * Replaces the end of what was typed, but for the first group of `find`; `made` gets the paragraph's text before the
 * match.
 */
const replacing = (find: RegExp, made: (before: string) => string) =>
  new InputRule({
    find,
    handler: ({ state, range, match }) => {
      const { $from } = state.selection
      const before = $from.parent.textBetween(0, range.from - $from.start(), undefined, ({ type }) =>
        type.name === 'hardBreak' ? '\n' : '\ufffc',
      )
      // code that is being put between backticks
      if ((before.split('`').length - 1) % 2 === 1) return null
      // what is inserted has the marks of the first sign it replaces: bold, code or a link may end before that
      state.tr.insertText(made(before), range.from + (match[1]?.length ?? 0), range.to)
    },
  })

/**
 * Signs as a Russian book sets them while one types: « », „ “, the dash, the ellipsis. Not in code. Ctrl+Z and
 * Backspace give back what was typed.
 */
export const Typography = Extension.create({
  name: 'typography',
  // its Ctrl+Z comes before the history's
  priority: 200,
  addInputRules: () => [
    replacing(/"$/, russianQuote),
    replacing(/\.\.\.$/, () => '…'),
    // a dash between words, but neither a minus between numbers nor the sign of a list
    replacing(/([^\s\d-]) --? $/, () => ' — '),
    replacing(/^-- $/, () => '— '),
  ],
  addKeyboardShortcuts() {
    return { 'Mod-z': () => this.editor.commands.undoInputRule() }
  },
})
