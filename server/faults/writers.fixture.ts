import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Answer, type Ask, isAway } from '#server/faults/ask.fixture.ts'
import { metadata, tus } from '#server/uploads/uploads.fixture.ts'

/** Somebody who writes, notes what was confirmed, and finds out the outcome of the rest as a browser would. */
export interface Writer {
  name: string
  /** Writes once; true when it was confirmed. */
  write: () => Promise<boolean>
  /** How many writes were confirmed. */
  confirmed: () => number
  /** Compares the site with what was confirmed. Throws when something is missing or double. */
  compare: () => Promise<void>
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A refusal that no fault excuses. */
const expectStatus = (answer: Answer, ...statuses: number[]) => {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Writes the same note again and again. Without a response it reads what the site has: the old text or the new one. */
export const noteWriter = (ask: Ask, lessonId: number): Writer => {
  const path = `/api/lessons/${lessonId}/note`
  let count = 0
  let revision = 0
  let [confirmed, tried] = ['', '']
  let isKnown = true
  const read = async () => {
    const answer = await ask('GET', path)
    if (isAway(answer)) return false
    expectStatus(answer, 200)
    expect([confirmed, tried]).toContain(answer.body.note.text)
    confirmed = answer.body.note.text
    revision = answer.body.note.revision
    isKnown = true
    return true
  }
  return {
    name: 'notes',
    confirmed: () => count,
    write: async () => {
      if (!isKnown && !(await read())) return false
      tried = randomUUID()
      const answer = await ask('PUT', path, { body: { text: tried, highlights: [], revision } })
      isKnown = !isAway(answer)
      if (!isKnown) return false
      expectStatus(answer, 200)
      confirmed = tried
      revision = answer.body.note.revision
      count += 1
      return true
    },
    compare: async () => expect(await read()).toBe(true),
  }
}

/** Sends files; an upload that was cut off continues where the site says. */
export const fileWriter = (ask: Ask): Writer => {
  const confirmed = new Map<string, string>()
  let current: { id: string; bytes: Buffer } | null = null
  const begin = async () => {
    const bytes = randomBytes(20_000 + Math.floor(Math.random() * 200_000))
    const fields = metadata({ filename: 'файл.bin', filetype: 'application/octet-stream' })
    const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': fields }
    const answer = await ask('POST', '/api/files', { headers })
    if (isAway(answer)) return null
    expectStatus(answer, 201)
    return { id: answer.headers.get('location')?.split('/').at(-1) as string, bytes }
  }
  return {
    name: 'files',
    confirmed: () => confirmed.size,
    write: async () => {
      current ??= await begin()
      if (!current) return false
      const { id, bytes } = current
      const path = `/api/files/${id}`
      const head = await ask('HEAD', path, { headers: tus })
      if (isAway(head)) return false
      expectStatus(head, 200, 204)
      const offset = Number(head.headers.get('upload-offset'))
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const answer = await ask('PATCH', path, { body: bytes.subarray(offset), headers })
      // what a broken connection has brought may still be arriving
      if (isAway(answer) || answer.status === 409 || answer.status === 423) return false
      expectStatus(answer, 204)
      confirmed.set(id, sha256(bytes))
      current = null
      return true
    },
    compare: async () => {
      for (const [id, hash] of confirmed) {
        const { body } = await ask('GET', `/api/files/${id}`)
        const read = await ask('GET', body.file.url)
        expect([id, sha256(read.body)]).toEqual([id, hash])
      }
    },
  }
}

/**
 * Hands in one task after another, each in a new lesson; a hand-in is repeated with its key until there is a response.
 */
export const handInWriter = (teacher: Ask, student: Ask, courseId: number): Writer => {
  /** Attempts' texts by lesson, of the hand-ins that were confirmed. */
  const confirmed = new Map<number, string>()
  let lesson: { id: number; key: string; text: string } | null = null
  const begin = async () => {
    const assignment = { text: '<p>Сверстайте плакат.</p>', criteria: [] }
    const body = { course_id: courseId, name: randomUUID(), status: 'published', content: '<p>Читаем.</p>', assignment }
    const answer = await teacher('POST', '/api/lessons', { body })
    if (isAway(answer)) return null
    expectStatus(answer, 201)
    return { id: answer.body.lesson.id as number, key: randomUUID(), text: `<p>${randomUUID()}</p>` }
  }
  return {
    name: 'hand-ins',
    confirmed: () => confirmed.size,
    write: async () => {
      lesson ??= await begin()
      if (!lesson) return false
      const started = await student('PUT', `/api/lessons/${lesson.id}/task`)
      if (isAway(started)) return false
      expectStatus(started, 200, 201)
      const { task } = started.body
      if (task.status.slug === 'draft') {
        const body = { content: lesson.text, revision: task.draft.revision }
        const saved = await student('PUT', `/api/tasks/${task.id}/draft`, { body })
        if (isAway(saved)) return false
        expectStatus(saved, 200)
      }
      const headers = { 'idempotency-key': lesson.key }
      const answer = await student('POST', `/api/tasks/${task.id}/submit`, { headers })
      if (isAway(answer)) return false
      expectStatus(answer, 200, 201)
      confirmed.set(lesson.id, lesson.text)
      lesson = null
      return true
    },
    compare: async () => {
      for (const [id, text] of confirmed) {
        const { body } = await student('GET', `/api/lessons/${id}/task`)
        expect([id, body.task.attempts.map(({ content }: { content: string }) => content)]).toEqual([id, [text]])
      }
    },
  }
}
