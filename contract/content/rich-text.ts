/**
 * What rich text may hold: the server's cleaning list, and what the editor is set up to make.
 * Everything else is dropped on the way in.
 */
export const richText = {
  tags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'em', 'u', 's', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: { a: ['href'], code: ['class'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'] },
  /** A code block may name its language, as the editor writes it. */
  codeClass: /^language-[a-z0-9+#-]{1,20}$/,
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** Whether cleaned rich text says nothing: no words and nothing drawn. */
export const isEmptyRichText = (html: string) => !/<hr|<img/.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
