import { hash } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import type { CertificateRecord } from '#server/certificates/certificates.table.ts'
import type { CertificateDrawing, drawCertificate } from '#server/certificates/draw-certificate.ts'
import type { Deps } from '#server/deps.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { readLogoCopy } from '#server/site/logo-files.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { inQuickWorker } from '#server/workers/workers.ts'

/** How many drawn documents stay in memory, some 40 KB each: printing one again takes no time. */
const maxKept = 100

const kept = new Map<string, Promise<Buffer>>()

const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' })

/** What a certificate of the school says now: its words, its signer and its logo may change after it was issued. */
const drawingOf = async ({ db, config }: Deps, certificate: CertificateRecord) => {
  const school = await loadSchool(db)
  const { number, name, course, issued_on } = certificate
  return {
    /** Its address; the drawing gets its bytes. */
    logo: school.logo?.url ?? null,
    school: school.name || config.appName,
    name,
    text: school.certificate_words,
    course,
    number,
    day: day.format(new Date(issued_on)),
    signer: school.certificate_signer,
    post: school.certificate_post,
    address: config.publicUrl + pathTo('certificates.show', { number }),
  }
}
type Described = Awaited<ReturnType<typeof drawingOf>>

/** Draws in a worker. */
const drawNow = async (files: FileStorage, { logo, ...texts }: Described) => {
  const drawing: CertificateDrawing = {
    ...texts,
    logo: logo === null ? null : await readLogoCopy(files, logo, 'print'),
  }
  const bytes = await inQuickWorker<typeof drawCertificate>(drawing, {
    module: new URL('./draw-certificate.ts', import.meta.url),
    name: 'drawCertificate',
    timeLimitMs: 30_000,
  })
  return Buffer.from(bytes)
}

/** Those who ask for the same document at once wait for the same drawing. */
const draw = (files: FileStorage, described: Described, tag: string) => {
  const known = kept.get(tag)
  if (known) return known
  const made = drawNow(files, described)
  for (const oldest of kept.keys()) {
    if (kept.size < maxKept) break
    kept.delete(oldest)
  }
  kept.set(tag, made)
  // what failed is drawn again
  made.catch(() => kept.delete(tag))
  return made
}

/** A certificate as a document: what identifies its content, and how to get its bytes. */
export const loadCertificateFile = async (deps: Deps, certificate: CertificateRecord) => {
  const described = await drawingOf(deps, certificate)
  const tag = hash('sha1', JSON.stringify(described), 'base64url')
  return { tag, bytes: () => draw(deps.files, described, tag) }
}
