import { Parser } from 'htmlparser2'

/** The text of some HTML in one line, without tags. */
export const plainTextOf = (html: string) => {
  const pieces: string[] = []
  const parser = new Parser({
    ontext: (text) => pieces.push(text),
    onclosetag: () => pieces.push(' '),
  })
  parser.end(html)
  return pieces.join('').replace(/\s+/g, ' ').trim()
}
