import type { ImportKind } from '#contract/imports/imports.schema.ts'
import { buildFile } from '#server/files/files.factory.ts'
import type { testApp } from '#server/testing/app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** What a test of imports does again and again. */
export const importing = ({ app, call, db, deps }: App) => {
  const get = (id: number, token: string) => call('GET', `/api/imports/${id}`, { token })
  /** Waits until an import has ended, and returns it. */
  const ended = async (id: number, token: string) => {
    for (;;) {
      const { body } = await get(id, token)
      if (body.import.status !== 'running') return body.import
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const start = (token: string, kind: ImportKind, file_id: string, course_id?: number) =>
    call('POST', '/api/imports', { token, body: { kind, file_id, ...(course_id ? { course_id } : {}) } })
  return {
    get,
    ended,
    start,
    /** Imports a file from its bytes to the end. */
    run: async (
      { id, token }: { id: number; token: string },
      kind: ImportKind,
      { bytes, name = 'курс.zip', course }: { bytes: Buffer; name?: string; course?: number },
    ) => {
      const file = await buildFile(db, deps.files, { user_id: id, name, bytes })
      const { status, body } = await start(token, kind, file.id, course)
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
      return ended(body.import.id, token)
    },
    /** The archive of a course. */
    archive: async (courseId: number, token: string) => {
      const response = await app.inject({
        url: `/api/courses/${courseId}/archive`,
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
    },
  }
}
