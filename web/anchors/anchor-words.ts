import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { plainName } from '#web/files/file-names.ts'
import { formatPlace } from '#web/files/place-words.ts'

/** Where a remark belongs, in words: «страница 3, макет.pdf». Files that are not among `files` go without a name. */
export const anchorWords = (anchor: Anchor, files: readonly { id: string; name: string }[] = []) => {
  if (anchor.kind === 'text') return `«${anchor.quote.replace(/\s+/g, ' ')}»`
  const file = files.find(({ id }) => id === anchor.file_id)
  const name = file ? `, ${plainName(file.name)}` : ''
  switch (anchor.kind) {
    case 'image':
      return `место на картинке${name}`
    case 'pdf':
      return `страница ${anchor.page}${name}`
    case 'video':
      return `${formatPlace(anchor.seconds)}${name}`
  }
}
