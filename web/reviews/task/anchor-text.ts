import { formatPlace } from '#contract/files/format-place.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'

/** The place of a remark in short: «стр. 3», «0:42», «фрагмент «На телефоне…»». */
export const anchorText = (anchor: Anchor) => {
  switch (anchor.kind) {
    case 'pdf':
      return `стр. ${anchor.page}`
    case 'video':
      return formatPlace(anchor.seconds)
    case 'image':
      return 'место на картинке'
    default: {
      const quote = anchor.quote.replace(/\s+/g, ' ').trim()
      return `фрагмент «${quote.length > 40 ? `${quote.slice(0, 40).trimEnd()}…` : quote}»`
    }
  }
}
