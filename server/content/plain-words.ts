import { Parser } from 'htmlparser2'

/** The words of a text in one line, without its HTML. */
export const plainWords = (html: string) => {
  const words: string[] = []
  const parser = new Parser({
    ontext: (text) => words.push(text),
    onclosetag: () => words.push(' '),
  })
  parser.end(html)
  return words.join('').replace(/\s+/g, ' ').trim()
}
