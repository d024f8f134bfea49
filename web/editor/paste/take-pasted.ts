import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import { isInTitle, placeOfBlock } from '#web/editor/insert-block.ts'
import { cleanPasted } from '#web/editor/paste/clean-pasted.ts'
import { keptFormulas } from '#web/editor/paste/formulas.ts'
import { isOwnCopy } from '#web/editor/paste/own-copies.ts'
import { droppedFiles } from '#web/files/dropped-files.ts'
import { toast } from '#web/ui/toasts.ts'

/** Whether HTML of the clipboard has any content: that of a copied picture is only its own tag. */
const hasText = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() !== ''
}

/** What was copied in an editor of ours, for a text without formulas: their source stays. */
const withSources = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const formula of body.querySelectorAll('div[data-latex]')) {
    const line = body.ownerDocument.createElement('p')
    formula.replaceWith(line)
    line.append(formula)
  }
  keptFormulas(body, false)
  return body.innerHTML
}

const showLost = (summary: string, detail: string) =>
  toast({ severity: 'info', summary, detail, life: 8000, key: summary })

/**
 * Replaces what is selected in the title of a fold-out, which would be torn apart by more than a line: the text goes
 * into the title, pictures and other blocks without text to the content under it.
 */
const pasteInTitle = (tr: Transaction, { content }: Slice) => {
  const { schema } = tr.doc.type
  const line: Node[] = []
  const blocks: Node[] = []
  content.descendants((node) => {
    const formula: string | undefined = node.attrs['data-latex']
    if (node.isText) line.push(node)
    else if (formula) line.push(schema.text(`$${formula}$`))
    else if (node.isBlock && node.isLeaf) blocks.push(node)
    else if (line.length > 0 && (node.isTextblock || node.type.name === 'hardBreak')) line.push(schema.text(' '))
  })
  tr.replaceSelection(new Slice(Fragment.from(line), 0, 0))
  const place = placeOfBlock(tr)
  return place === null ? tr : tr.insert(place, blocks)
}

/** How the editor takes what is pasted or dropped: files are sent, texts of other programs are cleaned. */
export const takePasted = (
  send: (files: File[], position?: number) => void,
  takesFiles: () => boolean,
): EditorProps => ({
  transformPastedHTML: (html, { state }) => {
    const hasFormulas = state.schema.nodes.inlineFormula !== undefined
    // what was copied in an editor of ours is clean
    if (isOwnCopy(html)) return hasFormulas ? html : withSources(html)
    const cleaned = cleanPasted(html, { hasFormulas })
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
    if (slice.size === 0 || !isInTitle(state.selection)) return false
    dispatch(pasteInTitle(state.tr, slice).scrollIntoView())
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
