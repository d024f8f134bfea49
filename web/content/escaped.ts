const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', '#39': "'" }

/** Plain text as HTML. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

/** The text of cleaned HTML without tags, in an attribute or between tags. */
export const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, word) => characters[word] as string)
