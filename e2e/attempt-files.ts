import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { callApi, expect, type Person } from './school.ts'

/** A file to hand in. */
export interface NewFile {
  name: string
  type: string
  bytes: Buffer
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Uploads a file as a browser does, in one request of tus; returns its id. */
export const sendFile = async (request: APIRequestContext, { token }: Person, { name, type, bytes }: NewFile) => {
  const response = await request.fetch('/api/files', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)},filetype ${base64(type)}`,
      'content-type': 'application/offset+octet-stream',
    },
    data: bytes,
  })
  expect(response.status(), await response.text()).toBe(201)
  return response.headers().location?.split('/').at(-1) as string
}

/** Hands the next attempt of a task in, with files, which its text may refer to by id; returns the task's id. */
export const handInWith = async (
  request: APIRequestContext,
  student: Person,
  lessonId: number,
  { content, files }: { content: string | ((ids: string[]) => string); files: NewFile[] },
) => {
  const { token } = student
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token })
  const file_ids: string[] = []
  for (const file of files) file_ids.push(await sendFile(request, student, file))
  const body =
    typeof content === 'string'
      ? { content, file_ids, revision: task.draft.revision }
      : { content: content(file_ids), file_ids: [], revision: task.draft.revision }
  await callApi(request, 'PUT', `/api/tasks/${task.id}/draft`, { token, body })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await callApi(request, 'POST', `/api/tasks/${task.id}/submit`, { token, headers })
  return task.id as number
}

/** A PDF with a line of text on each page. */
export const smallPdf = (lines: string[]): Buffer => {
  const first = 4
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${lines.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const content = `BT /F1 36 Tf 72 700 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

/** A picture in one colour with a lighter square. */
export const drawnPicture = async (name: string, colour: string): Promise<NewFile> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="${colour}"/><rect x="300" y="200" width="200" height="200" fill="#fff" opacity=".6"/></svg>`
  return { name, type: 'image/png', bytes: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** A film of some seconds, with sound and picture. */
export const smallFilm = async (name: string): Promise<NewFile> => ({
  name,
  type: 'video/mp4',
  bytes: await readFile('demo/files/film/narrow-page.mp4'),
})
