import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { filePath } from '#contract/files/file-address.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { rememberLink } from '#web/content/known-links.ts'
import { blockPlace, placeOf, removePlace } from '#web/editor/upload-places.ts'
import { isCaptionsOfOne } from '#web/files/file-names.ts'

/** The node that shows a file: a picture, a film, or a card to take it along. */
const nodeFor = ({ schema }: Editor, { id, name, type, size, image }: StoredFile): Node | null => {
  const { picture, video, file } = schema.nodes
  if (image && picture) return picture.create({ src: filePath(id) })
  if (type.startsWith('video/') && video) return video.create({ src: filePath(id), 'data-name': name })
  return file?.create({ href: filePath(id), name, 'data-size': `${size}` }) ?? null
}

/** The film that these captions are for: that they were chosen for, or that of the same name. */
const filmFor = (document: Node, { name }: StoredFile, film: string | null) => {
  let found: number | null = null
  document.descendants((node, at) => {
    if (node.type.name !== 'video') return true
    const its = { name: node.attrs['data-name'] ?? '', type: 'video/mp4' }
    if (film ? node.attrs.src === film : isCaptionsOfOne({ name }, [its])) found = at
    return false
  })
  return found
}

/**
 * Puts a file that has been sent into the text: to its place, when there is one, otherwise to where the cursor is.
 * Captions go to their film.
 */
export const insertFile = (editor: Editor, key: string, file: StoredFile, film: string | null) => {
  rememberLink(file.url)
  const { state, view } = editor
  const tr = removePlace(state.tr, key)
  const at = filmFor(state.doc, file, film)
  const node = nodeFor(editor, file)
  if (at !== null) tr.setNodeAttribute(at, 'captions', filePath(file.id))
  else if (node) {
    const place = placeOf(state, key) ?? state.selection.to
    tr.insert(blockPlace(state.doc, place, node.type), node)
  }
  view.dispatch(tr)
}
