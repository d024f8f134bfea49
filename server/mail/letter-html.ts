import { groundColours } from '#contract/site/logo.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { LetterSender } from '#server/mail/letter-sender.ts'

/** The identifier by which the HTML part refers to the logo in the same letter (RFC 2392). */
export const logoCid = 'logo@school'

/** An address in a text, without the punctuation after it. */
const address = /https?:\/\/[^\s<>"«»]+[^\s<>"«»).,;:!?]/g

const linked = (text: string) => {
  let [html, done] = ['', 0]
  for (const { 0: url, index } of text.matchAll(address)) {
    html += `${escapeHtml(text.slice(done, index))}<a href="${escapeHtml(url)}" style="color:#1b55d4;word-break:break-word">${escapeHtml(url)}</a>`
    done = index + url.length
  }
  return html + escapeHtml(text.slice(done))
}

/** Where a line is indented, a `pre`: every mail program shows its spaces, and they are copied as they are. */
const paragraph = (text: string) => {
  const [tag, spaces] = /^[ \t]/m.test(text) ? ['pre', 'font:inherit;white-space:pre-wrap;tab-size:4;'] : ['p', '']
  const lines = text.split('\n').map(linked).join('<br>')
  return `<${tag} style="margin:0 0 16px;${spaces}word-break:break-word">${lines}</${tag}>`
}

/**
 * The HTML part of a letter: the logo and the name of the school above the paragraphs of its text, which say the same
 * as the plain ones.
 */
export const letterHtml = (text: string, { title, name, logo }: LetterSender) => {
  const picture =
    logo &&
    `<td style="padding:0 12px 0 0"><img src="cid:${logoCid}" width="${logo.width}" height="${logo.height}" alt="" style="display:block;border:0"></td>`
  return [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"></head>',
    `<body style="margin:0;padding:24px 16px;background:${groundColours.light};color:#12161d;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">`,
    '<div style="max-width:600px;margin:0 auto">',
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>${picture ?? ''}`,
    `<td style="font-size:18px;line-height:1.3;font-weight:600">${escapeHtml(title)}</td></tr></table>`,
    ...text.split(/\n{2,}/).map(paragraph),
    name && `<p style="margin:24px 0 0;font-size:14px;color:#5b6472">${escapeHtml(name)}</p>`,
    '</div></body></html>',
  ].join('')
}
