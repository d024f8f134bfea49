/** Footnotes and endnotes of a document by their ids. */
export type Notes = Map<string, string>

/** The list of notes that the library puts at the end of a document. */
const listStart = /<ol><li id="(?:foot|end)note-/

/** Takes the notes from the end of a document: each belongs to the lesson that refers to it. */
export const takeNotes = (html: string): { html: string; notes: Notes } => {
  const start = html.search(listStart)
  if (start < 0) return { html, notes: new Map() }
  const notes = html
    .slice(start)
    .split('<li id="')
    .slice(1)
    .map((part): [string, string] => {
      const end = part.indexOf('">')
      const text = part.slice(end + 2).replace(/<\/li>(?:<\/ol>)?$/, '')
      return [
        part.slice(0, end),
        text.replace(/ ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/, '').replace(/<p>\s+/, '<p>'),
      ]
    })
  return { html: html.slice(0, start), notes: new Map(notes) }
}

/** A text with its notes at its end, numbered from 1; other links inside of the document become text. */
export const withNotes = (html: string, notes: Notes) => {
  const used: string[] = []
  const text = html
    .replace(/<sup><a href="#((?:foot|end)note-[^"]*)"[^>]*>\[\d+\]<\/a><\/sup>/g, (_, id) => {
      const note = notes.get(id)
      if (note === undefined) return ''
      used.push(note)
      return `[${used.length}]`
    })
    .replace(/<a href="#[^"]*"[^>]*>([\s\S]*?)<\/a>/g, '$1')
  return used.length > 0 ? `${text}<h4>Сноски</h4><ol>${used.map((note) => `<li>${note}</li>`).join('')}</ol>` : text
}
