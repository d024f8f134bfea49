import type { Anchor } from '#contract/reviews/anchor.schema.ts'

const clock = (seconds: number) => {
  const whole = Math.floor(seconds)
  const rest = String(whole % 60).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}

/** The place of a remark in a few words: «стр. 3», «0:42», «фрагмент „На телефоне…“». */
export const anchorWords = (anchor: Anchor) => {
  switch (anchor.kind) {
    case 'pdf':
      return `стр. ${anchor.page}`
    case 'video':
      return clock(anchor.seconds)
    case 'image':
      return 'место на картинке'
    default: {
      const quote = anchor.quote.replace(/\s+/g, ' ').trim()
      return `фрагмент „${quote.length > 40 ? `${quote.slice(0, 40).trimEnd()}…` : quote}“`
    }
  }
}
