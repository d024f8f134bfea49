import { Parser } from 'htmlparser2'

/** Tags within a word or a sentence: at these no text is separated. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'del',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])

/** The text of some HTML in one line, without tags. */
export const plainTextOf = (html: string) => {
  const pieces: string[] = []
  const separate = (name: string) => {
    if (!inline.has(name)) pieces.push(' ')
  }
  const parser = new Parser({
    ontext: (text) => pieces.push(text),
    onopentagname: separate,
    onclosetag: separate,
  })
  parser.end(html)
  return pieces.join('').replace(/\s+/g, ' ').trim()
}
