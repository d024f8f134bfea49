import { fileIdsIn } from '#contract/files/file-address.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

/** A file as the editor writes it: a picture and a film are shown, anything else is a card. */
const fileInText = ({ name, type, size, url, image }: StoredFile) => {
  const [address, label] = [inHtml(url), inHtml(name)]
  if (image) return `<img src="${address}" alt="${label}">`
  if (type.startsWith('video/')) return `<video src="${address}" data-name="${label}"></video>`
  return `<a data-type="file" href="${address}" data-size="${size}">${label}</a>`
}

/** The initial text of a project made from a task: its accepted text, its link, then the files handed in with it. */
export const textOfTask = ({
  content,
  files,
  link,
}: {
  content: string
  files: StoredFile[]
  /** The handed-in address; null for none. */
  link: string | null
}) => {
  const shown = fileIdsIn(content)
  const rest = files.filter(({ id }) => !shown.includes(id))
  const address = link === null ? '' : `<p><a href="${inHtml(link)}">${inHtml(link)}</a></p>`
  return content + address + rest.map(fileInText).join('')
}
