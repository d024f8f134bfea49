import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lookup } from 'mime-types'
import { AddressId } from '#contract/http/fields.ts'
import { type ScormVersion, scormVersions } from '#contract/scorm/scorm.schema.ts'
import type { Deps } from '#server/deps.ts'
import { sendBytes } from '#server/files/send-bytes.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import { projectFolder } from '#server/project-folder.ts'
import { isStored, openEntry } from '#server/scorm/open-entry.ts'
import { secondsLeft } from '#server/scorm/package-link.ts'
import { findEntry, findPackage } from '#server/scorm/scorm.repo.ts'
import { refuseProgram, withoutProgram } from '#server/scorm/without-program.ts'

/**
 * What a package may do: run scripts, in an origin of its own that is nobody's, so that it reads nothing of the site
 * and acts for nobody; it loads nothing from other hosts, so that what it learns of a student stays here. Also when one
 * of its pages is opened by its address.
 */
const policy = [
  "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms allow-modals allow-downloads',
].join('; ')

/** Pages get the interface that they look for, texts their encoding; larger ones are sent as they are. */
const maxTextBytes = 8 * 1_048_576
const isPage = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

/**
 * Where the head of a page is looked for, in bytes; a page without one there gets its script before everything else.
 */
const maxHeadBytes = 16_384

/**
 * At the beginning of the head, before any script of the page. Byte by byte: the page's own encoding stays as it is.
 */
const withRuntime = (page: Buffer, version: ScormVersion) => {
  const beginning = page.toString('latin1', 0, maxHeadBytes)
  const script = Buffer.from(`<script src="/scorm/runtime/${version}.js"></script>`)
  const head = /<head[^>]{0,1000}>/i.exec(beginning) ?? /<html[^>]{0,1000}>/i.exec(beginning)
  const at = head ? head.index + head[0].length : 0
  return Buffer.concat([page.subarray(0, at), script, page.subarray(at)])
}

const isCharacters = (type: string) => /^text\/|[+/](xml|javascript)$/.test(type)

/** Finds the charset that a page, a style sheet or XML declares. */
const declared = /charset\s*=\s*["']?([\w.:-]{1,40})|^@charset "([\w.:-]{1,40})"|\sencoding=["']([\w.:-]{1,40})["']/i

/**
 * The character set that a text declares; UTF-8 where it says nothing and can be: browsers would take it for a Western
 * one. What an old package is written in otherwise, nobody knows.
 */
const textType = (type: string, text: Buffer) => {
  const found = type.endsWith('javascript') ? null : declared.exec(text.toString('latin1', 0, 2048))
  const charset = found?.slice(1).find(Boolean) ?? (isUtf8(text) ? 'utf-8' : null)
  return charset ? `${type}; charset=${charset.toLowerCase()}` : type
}

/** The library's interface for packages of an edition, and what starts it and reports to the lesson. */
const readRuntime = async (version: ScormVersion) => {
  const library = createRequire(import.meta.url).resolve(`scorm-again/scorm${version === '1.2' ? '12' : '2004'}/min`)
  const [script, start] = await Promise.all([
    readFile(library, 'utf8'),
    readFile(join(projectFolder, 'server/scorm/scorm-start.js'), 'utf8'),
  ])
  return `${script}\n;${start}`
}

type Asked = FastifyRequest<{ Params: { id: string; ticket: string; '*': string } }>

/** What a page without an origin may load. */
const forAnybody = (reply: FastifyReply) =>
  asFile(reply)
    .header('content-security-policy', policy)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')

/** The files of SCORM packages, by addresses that the lesson signs. */
export const packageFilesRoutes = (app: FastifyInstance, { db, files }: Pick<Deps, 'db' | 'files'>) => {
  const runtimes = new Map<ScormVersion, Promise<string>>()

  app.get<{ Params: { version: string } }>('/scorm/runtime/:version.js', async ({ params }, reply) => {
    const version = found(scormVersions.find((known) => known === params.version))
    const runtime = runtimes.get(version) ?? readRuntime(version)
    runtimes.set(version, runtime)
    // what could not be read is read again
    runtime.catch(() => runtimes.delete(version))
    return forAnybody(reply)
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(await runtime)
  })

  const find = async ({ params }: Asked) => {
    const id = AddressId.safeParse(params.id)
    const scorm = found(id.success ? await findPackage(db, id.data) : null)
    const left = secondsLeft(scorm, params.ticket)
    if (left === 0) throw new Refusal('file-link-expired')
    const path = params['*']
    // no text of PostgreSQL contains that character
    return { scorm, left, entry: found(path.includes('\0') ? null : await findEntry(db, scorm.id, path)) }
  }

  const handler = async (request: Asked, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const { scorm, left, entry } = await find(request)
    const type = lookup(entry.path) || 'application/octet-stream'
    forAnybody(reply)
    const isText = isCharacters(type) && entry.size <= maxTextBytes
    const read = isText ? await buffer(await openEntry(files, scorm.file_id, entry)) : null
    if (read) await refuseProgram(entry.path, read)
    const text = read && isPage(type) ? withRuntime(read, scorm.version) : read
    // only what is stored as it is can be read from the middle
    if (!text && !isStored(entry)) delete request.headers.range
    return sendBytes(request, reply, {
      size: text?.length ?? entry.size,
      tag: `scorm-${scorm.id}-${entry.offset}`,
      cacheControl: `private, max-age=${left}`,
      headers: { 'content-type': text ? textType(type, text) : type, 'content-security-policy': policy },
      open: async (range) => {
        if (text) return Readable.from([range ? text.subarray(range.start, range.end + 1) : text])
        const bytes = await openEntry(files, scorm.file_id, entry, range)
        return range && range.start > 0 ? bytes : withoutProgram(entry.path, bytes)
      },
    })
  }
  for (const method of ['HEAD', 'GET'] as const) {
    app.route({ method, url: '/scorm/:id/:ticket/*', compress: false, handler })
  }
}
