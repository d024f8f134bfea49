import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'
import { isInTitle } from '#web/editor/insert-block.ts'
import { cleanPasted } from '#web/editor/paste/clean-pasted.ts'
import { isOwnCopy } from '#web/editor/paste/own-copies.ts'
import { droppedFiles } from '#web/files/dropped-files.ts'
import { toast } from '#web/ui/toasts.ts'

/** Whether HTML of the clipboard has any content: that of a copied picture is only its own tag. */
const hasText = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() !== ''
}

const showLost = (summary: string, detail: string) =>
  toast({ severity: 'info', summary, detail, life: 8000, key: summary })

/** What is pasted into the title of a fold-out, in one line: with more it would be torn apart. */
const inOneLine = ({ content }: Slice, schema: Schema) => {
  const parts: Node[] = []
  content.descendants((node) => {
    const formula: string | undefined = node.attrs['data-latex']
    if (node.isText) parts.push(node)
    else if (formula) parts.push(schema.text(`$${formula}$`))
    else if (parts.length > 0 && (node.isTextblock || node.type.name === 'hardBreak')) parts.push(schema.text(' '))
  })
  return new Slice(Fragment.from(parts), 0, 0)
}

/** How the editor takes what is pasted or dropped: files are sent, texts of other programs are cleaned. */
export const takePasted = (
  send: (files: File[], position?: number) => void,
  takesFiles: () => boolean,
): EditorProps => ({
  transformPastedHTML: (html, { state }) => {
    // what was copied in an editor of ours is clean
    if (isOwnCopy(html)) return html
    const cleaned = cleanPasted(html, { hasFormulas: state.schema.nodes.inlineFormula !== undefined })
    if (cleaned.foreign > 0)
      showLost(
        'Картинки не вставились',
        'Из другой программы или с другого сайта вставляются только слова. Скопируйте или перетащите картинки по одной.',
      )
    if (cleaned.lostFormulas > 0)
      showLost('Формулы не вставились', 'На той странице они только нарисованы. Наберите их здесь заново.')
    return cleaned.html
  },
  handlePaste: ({ state, dispatch }, event, slice) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // an office program puts a picture of the whole selection beside its text
    if (takesFiles() && files.length > 0 && !hasText(event.clipboardData?.getData('text/html') ?? '')) {
      event.preventDefault()
      send(files)
      return true
    }
    const line = isInTitle(state.selection) ? inOneLine(slice, state.schema) : null
    if (!line || line.size === 0) return false
    dispatch(state.tr.replaceSelection(line).scrollIntoView())
    return true
  },
  handleDrop: (view, event, _slice, moved) => {
    const { dataTransfer } = event
    if (moved || !takesFiles() || !dataTransfer || dataTransfer.files.length === 0) return false
    event.preventDefault()
    const files = droppedFiles(dataTransfer)
    if (files.length > 0) send(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
    return true
  },
})
