import type { EditorProps } from '@tiptap/pm/view'
import { cleanPasted } from '#web/editor/paste/clean-pasted.ts'
import { toast } from '#web/ui/toasts.ts'

/** Whether HTML of the clipboard has any content: that of a copied picture is only its own tag. */
const hasText = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() !== ''
}

const showLost = (summary: string, detail: string) =>
  toast({ severity: 'info', summary, detail, life: 8000, key: summary })

/** How the editor takes what is pasted or dropped: files are sent, texts of other programs are cleaned. */
export const takePasted = (
  send: (files: File[], position?: number) => void,
  takesFiles: () => boolean,
): EditorProps => ({
  transformPastedHTML: (html, { state }) => {
    // what was copied in an editor of ours is clean
    if (html.includes('data-pm-slice')) return html
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
  handlePaste: (_view, event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // an office program puts a picture of the whole selection beside its text
    if (!takesFiles() || files.length === 0 || hasText(event.clipboardData?.getData('text/html') ?? '')) return false
    event.preventDefault()
    send(files)
    return true
  },
  handleDrop: (view, event, _slice, moved) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (moved || !takesFiles() || files.length === 0) return false
    event.preventDefault()
    send(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
    return true
  },
})
