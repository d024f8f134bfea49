import { Parser } from 'htmlparser2'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { PlannedFile } from '#server/imports/import-plan.ts'
import { markdownToHtml } from '#server/imports/markdown-html.ts'
import type { FileArea, MoodleFile, MoodleFiles } from '#server/imports/moodle-files.ts'
import { field, type XmlRecord } from '#server/imports/moodle-xml.ts'

/** No person nests this deep; parsing such a text further would take time quadratic in its length. */
const absurd = 500
class TooDeep extends Error {}

/** Elements under the names that the editor has for them. */
const names: Record<string, string> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
}
const empty = new Set(['img', 'br', 'hr', 'col', 'input', 'wbr', 'source', 'track', 'embed', 'area', 'base', 'link'])

const isOutside = (address: string) => /^(https?:)?\/\//i.test(address)
const isPicture = (name: string) => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)
const isVideo = (name: string) => /\.(mp4|webm|m4v|mov|ogv)$/i.test(name)

const linkTo = (address: string, text = address) =>
  `<a href="${escapeHtml(address.startsWith('//') ? `https:${address}` : address)}">${escapeHtml(text)}</a>`

/** A file in a text: a picture and a video are shown, everything else is a link. */
export const fileHtml = ({ id, name, size }: PlannedFile, isShown = true) => {
  if (isShown && isPicture(name)) return `<p><img src="/files/${id}" alt="${escapeHtml(name)}"></p>`
  if (isShown && isVideo(name)) return `<video src="/files/${id}" data-name="${escapeHtml(name)}"></video>`
  return `<a data-type="file" href="/files/${id}" data-size="${size}">${escapeHtml(name)}</a>`
}

/** Formulas as MathJax finds them: `\(…\)` in a line, `\[…\]` and `$$…$$` as blocks. */
const formulas = /\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]|\$\$([^$]{1,2000}?)\$\$/g

const withFormulas = (text: string) => {
  let html = ''
  let last = 0
  for (const { index, 0: all, 1: inline, 2: block, 3: dollars } of text.matchAll(formulas)) {
    const kind = inline === undefined ? 'block' : 'inline'
    const latex = escapeHtml((inline ?? block ?? dollars ?? '').trim())
    html += `${escapeHtml(text.slice(last, index))}<span data-type="${kind}-math" data-latex="${latex}"></span>`
    last = index + all.length
  }
  return html + escapeHtml(text.slice(last))
}

/** A block formula that is alone in its paragraph becomes a block, any other stays in its line. */
const placedFormulas = (html: string) =>
  html
    .replace(/<p[^>]*>\s*<span data-type="block-math" data-latex="([^"]*)"><\/span>\s*<\/p>/g, (_, latex) => {
      return `<div data-type="block-math" data-latex="${latex}"></div>`
    })
    .replaceAll('<span data-type="block-math"', '<span data-type="inline-math"')

interface Found {
  file: (address: string) => PlannedFile | undefined
  warn: (problem: string) => void
}

/** What replaces a video, a sound or a frame. */
const mediaHtml = (tag: string, address: string, { file, warn }: Found) => {
  const found = file(address)
  if (found) return fileHtml(found, tag === 'video')
  if (isOutside(address)) return `<p>${linkTo(address)}</p>`
  if (address) warn('одного из файлов текста в копии нет')
  return ''
}

const pictureHtml = ({ src = '', alt = '' }: Record<string, string>, { file, warn }: Found) => {
  const found = file(src)
  if (found) return `<img src="/files/${found.id}" alt="${escapeHtml(alt)}">`
  if (isOutside(src)) {
    warn(`картинка с другого сайта стала ссылкой (${src.slice(0, 200)})`)
    return linkTo(src, alt || src)
  }
  warn(`нет картинки «${src.slice(0, 200).replace('@@PLUGINFILE@@/', '')}»`)
  return escapeHtml(alt)
}

const media = new Set(['video', 'audio', 'iframe'])

const attributesHtml = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .filter(([name]) => /^[\w-]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')

/** Turns the HTML of Moodle into that of the editor; it is cleaned afterwards, with everything else. */
const rewrite = (html: string, found: Found) => {
  const out: string[] = []
  let text = ''
  let codes = 0
  const closes: { html: string; from?: number; file?: PlannedFile; media?: string; address?: string }[] = []
  const flush = () => {
    if (text) out.push(codes > 0 ? escapeHtml(text) : withFormulas(text))
    text = ''
  }
  const openLink = (attributes: Record<string, string>) => {
    const { href = '' } = attributes
    const file = found.file(href)
    // a link to another part of the course, such as $@PAGEVIEWBYID*12@$
    if (href.includes('$@')) found.warn('ссылки на другие части курса Moodle стали текстом')
    if (href.includes('$@')) closes.push({ html: '' })
    else if (file) closes.push({ html: '', from: out.length, file })
    else {
      out.push(`<a${attributesHtml(attributes)}>`)
      closes.push({ html: '</a>' })
    }
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      flush()
      if (closes.length > absurd) throw new TooDeep()
      if (name === 'pre' || name === 'code') codes += 1
      if (name === 'a') return openLink(attributes)
      if (media.has(name)) {
        closes.push({ html: '', from: out.length, media: name, address: attributes.src ?? '' })
        return
      }
      if (name === 'source') {
        const inside = closes.findLast((one) => one.media)
        if (inside) inside.address ||= attributes.src ?? ''
      }
      if (name === 'img') out.push(pictureHtml(attributes, found))
      else out.push(`<${names[name] ?? name}${attributesHtml(attributes)}>`)
      closes.push({ html: empty.has(name) ? '' : `</${names[name] ?? name}>` })
    },
    ontext: (part) => {
      text += part
    },
    onclosetag: (name) => {
      flush()
      if (name === 'pre' || name === 'code') codes -= 1
      const { html: close, from, file, media: tag, address = '' } = closes.pop() ?? { html: '' }
      if (from !== undefined) {
        const inner = out.splice(from).join('')
        if (file) out.push(inner.includes('<img') ? `${inner} ${fileHtml(file, false)}` : fileHtml(file, false))
        if (tag) out.push(mediaHtml(tag, address, found))
      }
      out.push(close)
    },
  })
  try {
    parser.end(html)
    flush()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return escapeHtml(html.replace(/<[^<>]*>/g, ''))
  }
  return placedFormulas(out.join(''))
}

/** A text of Moodle as HTML, by its format: 0 and 1 are HTML, 2 is plain, 4 is Markdown. */
export const htmlOf = (from: XmlRecord | undefined, name: string, format = `${name}format`) => {
  const text = field(from, name)
  const kind = field(from, format)
  const lines = () =>
    escapeHtml(text)
      .replace(/\r?\n\s*\r?\n/g, '</p><p>')
      .replace(/\r?\n/g, '<br>')
  if (kind === '2') return text.trim() && `<p>${lines()}</p>`
  if (kind === '4') {
    return markdownToHtml(text, (address, use) => ({
      html: (label) =>
        use === 'picture'
          ? `<img src="${escapeHtml(address)}" alt="${escapeHtml(label)}">`
          : `<a href="${escapeHtml(address)}">${label}</a>`,
    }))
  }
  // the automatic format: lines without elements are paragraphs
  return kind === '0' && !/<\w/.test(text) && text.trim() ? `<p>${lines()}</p>` : text
}

const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const addresses = /@@PLUGINFILE@@\/[^"'<>\s]+/g
const drawings = /data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+/g
const bare = (address: string) => address.replace(/[?#].*$/s, '')

/** Max characters of a text with the pictures that are embedded in it. */
const maxTextLength = 20_000_000

/** The files of a text by their addresses in it, unpacked. */
const filesIn = async (html: string, area: FileArea, files: MoodleFiles) => {
  const found = new Map<string, PlannedFile>()
  const wanted = new Set([...html.matchAll(addresses)].map(([address]) => bare(address)))
  if (wanted.size > 0) {
    const byPath = new Map(files.inArea(area).map((file): [string, MoodleFile] => [file.path, file]))
    for (const address of wanted) {
      const file = byPath.get(decodeAddress(address.slice('@@PLUGINFILE@@'.length)).normalize('NFC'))
      const taken = file && (await files.take(file))
      if (taken) found.set(address, taken)
    }
  }
  for (const [address] of html.matchAll(drawings)) found.set(address, await files.takeDrawn(address))
  return found
}

/** A text of Moodle as one of the editor, with its files among those of the import. */
export const readMoodleText = async (
  html: string,
  area: FileArea,
  files: MoodleFiles,
  warn: (problem: string) => void,
) => {
  if (!html.trim()) return ''
  if (html.length > maxTextLength) {
    warn('текст слишком длинный и не перенесён')
    return ''
  }
  const found = await filesIn(html, area, files)
  return rewrite(html, { file: (address) => found.get(bare(address)) ?? found.get(address), warn })
}
