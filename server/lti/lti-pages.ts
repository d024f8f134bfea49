import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/content/escape-html.ts'
import { asFile } from '#server/http/security-headers.ts'
import type { ToolRecord } from '#server/lti/lti.repo.ts'

/** The only script of these pages: the browser sends the form on by itself. */
const script = 'document.forms[0].submit()'
const scriptHash = `'sha256-${hash('sha256', script, 'base64')}'`

const style =
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#fff}' +
  'iframe{position:fixed;inset:0;width:100%;height:100%;border:0}main{padding:24px;max-width:560px}' +
  'button{font:inherit;padding:8px 16px}'

const page = (title: string, body: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`

/** The origins of a tool: what these pages may show and send to. */
const originsOf = ({ login_url, target_url, redirect_urls }: ToolRecord) => [
  ...new Set([login_url, target_url, ...redirect_urls].map((url) => new URL(url).origin)),
]

/**
 * Sends a page with a policy of its own: it is shown in a lesson, and leads to the tool's origins and nowhere else. The
 * policy of every other page stays as strict as it is.
 */
const send = (reply: FastifyReply, html: string, policy: string[]) =>
  asFile(reply)
    .header(
      'content-security-policy',
      [
        ...["default-src 'none'", "style-src 'unsafe-inline'", "base-uri 'none'", "frame-ancestors 'self'"],
        ...policy,
      ].join('; '),
    )
    .header('referrer-policy', 'origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(html)

/**
 * What the tool may do within the lesson: everything in its own origin, and no more than open further tabs; it cannot
 * lead the lesson itself away.
 */
const sandbox =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

/** The page within a lesson: the tool in a frame. The lesson's own policy lets it show nothing but this site. */
export const sendFrame = (reply: FastifyReply, tool: ToolRecord, { title, url }: { title: string; url: string }) =>
  send(
    reply,
    page(
      title,
      `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" sandbox="${sandbox}" allow="fullscreen; autoplay"></iframe>`,
    ),
    [`frame-src 'self' ${originsOf(tool).join(' ')}`, "form-action 'none'"],
  )

/** The page that posts the signed message to the tool, by itself or by the button. */
export const sendMessage = (
  reply: FastifyReply,
  tool: ToolRecord,
  { redirect_uri, fields }: { redirect_uri: string; fields: Record<string, string> },
) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return send(
    reply,
    page(
      tool.name,
      `<main><form method="post" action="${escapeHtml(redirect_uri)}">${inputs.join('')}
<noscript><button>Открыть</button></noscript></form><script>${script}</script></main>`,
    ),
    [`script-src ${scriptHash}`, `form-action ${originsOf(tool).join(' ')}`],
  )
}

/** Shows a person why the tool was not opened. */
export const sendLaunchFault = (reply: FastifyReply, status: number, sentence: string) =>
  send(
    reply.code(status),
    page('Инструмент не открылся', `<main><h1>Инструмент не открылся</h1><p>${escapeHtml(sentence)}</p></main>`),
    ["form-action 'none'"],
  )
