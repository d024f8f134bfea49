import { InputRule, type Mark, markInputRule } from '@tiptap/core'

/**
 * Between two of these signs is what they mark, but for a number after another: `2 *3* 4` multiplies. `_` is none: names
 * of programs are full of it.
 */
const signs: Record<string, RegExp> = {
  bold: /(?<=^|\s)(?<!\d\s(?=\*\*[\d.,]+\*))\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/,
  italic: /(?<=^|\s)(?<!\d\s(?=\*[\d.,]+\*))\*([^\s*](?:[^*]*[^\s*])?)\*$/,
  strike: /(?<=^|\s)~~([^\s~](?:[^~]*[^\s~])?)~~$/,
  code: /(?<![\p{L}\p{N}`])`([^\s`](?:[^`]*[^\s`])?)`$/u,
}

/**
 * The mark with its sign of Markdown, as far as mathematics and programs mean nothing else by it: `2 * 3 * 4` stays.
 * What is pasted stays as well: nobody reads it again.
 */
export const withSign = (mark: Mark): Mark =>
  mark.extend({
    addPasteRules: () => [],
    addInputRules() {
      const find = signs[mark.name]
      if (!find) return []
      const rule = markInputRule({ find, type: this.type })
      return [
        new InputRule({
          find,
          handler: (props) => {
            const { parent, parentOffset } = props.state.doc.resolve(props.range.to)
            const next = parent.textBetween(parentOffset, parent.content.size, undefined, ' ')
            return /^[\p{L}\p{N}]/u.test(next) ? null : rule.handler(props)
          },
        }),
      ]
    },
  })
