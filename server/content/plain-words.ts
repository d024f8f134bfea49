import { Parser } from 'htmlparser2'

/** The text of some HTML in one line, without tags. */
export const plainWords = (html: string) => {
  const words: string[] = []
  const parser = new Parser({
    ontext: (text) => words.push(text),
    onclosetag: () => words.push(' '),
  })
  parser.end(html)
  return words.join('').replace(/\s+/g, ' ').trim()
}
