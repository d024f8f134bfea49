import { fileIdOf, filePath } from '#contract/files/file-address.ts'
import { formatSize } from '#contract/files/file-size.ts'
import { type CalloutKind, calloutNames } from '#web/content/callout-names.ts'

const ticked = { true: 'Сделано', false: 'Не сделано' }

const checkMarks = (html: string) =>
  html.replace(
    /<li data-checked="(true|false)">/g,
    (tag, checked: 'true' | 'false') => `${tag}<span class="check" role="img" aria-label="${ticked[checked]}"></span>`,
  )

/** Names the kind of each call-out. Its role keeps it in its text: it is no separate part of the page. */
const callouts = (html: string) =>
  html.replace(
    /<aside data-callout="(info|warn|ok)">/g,
    (_, kind: CalloutKind) => `<aside data-callout="${kind}" role="note" aria-label="${calloutNames[kind]}">`,
  )

/** What a file's card says: its ending, its name, which is HTML, and its size in bytes. */
export const fileCard = (name: string, size: string | null | undefined) => {
  const ending = /\.(\w{1,5})$/.exec(name)?.[1] ?? ''
  const label = `<span class="file-type" aria-hidden="true">${ending}</span><span class="file-name">${name}</span>`
  return size ? `${label}<span class="file-size">${formatSize(Number(size))}</span>` : label
}

const fileCards = (html: string) =>
  html.replace(/<a (data-type="file"[^>]*)>([^<]*)<\/a>/g, (_, attributes: string, name: string) => {
    const size = /data-size="(\d+)"/.exec(attributes)?.[1]
    return `<a ${attributes} download>${fileCard(name, size)}</a>`
  })

/** A picture leads to itself at its full size, with scripts and without. */
const pictures = (html: string) =>
  html.replace(/<img ([^>]*)>/g, (image, attributes: string) => {
    const address = /(?:^| )src="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const id = fileIdOf(address)
    if (!id) return image
    const width = /data-width="\d+"/.exec(attributes)?.[0]
    const alt = /(?:^| )alt="([^"]*)"/.exec(attributes)?.[1]
    const label = `Открыть крупно${alt ? `: ${alt}` : ''}`
    const query = /\?.*/.exec(address)?.[0] ?? ''
    return `<a class="picture" href="${filePath(id)}${query}" aria-label="${label}"${width ? ` ${width}` : ''}>${image}</a>`
  })

/** A heading of a table heads its column in a row of headings alone, otherwise its row. */
const headings = (html: string) =>
  html.replace(/<tr>[\s\S]*?(?=<tr>|<\/tr>)/g, (row) =>
    row.replace(/<th(?=[\s>])/g, `<th scope="${row.includes('<td') ? 'row' : 'col'}"`),
  )

/** Cleaned rich text as readers see it, but for code and formulas. */
export const drawRichText = (html: string) => headings(pictures(fileCards(callouts(checkMarks(html)))))
