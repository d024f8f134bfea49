import type { FastifyRequest } from 'fastify'
import { fileErrors, fileProblem } from '#contract/files/check-file.ts'
import { maxPeopleFile, peopleFileCheck } from '#contract/people-imports/people-fields.ts'
import { PeopleColumns } from '#contract/people-imports/people-imports.schema.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'

/** What a curator sends to be checked. */
export interface SentFile {
  name: string
  bytes: Uint8Array
  chosen: PeopleColumns
}

const wrongColumns = () => invalid('columns', 'Проверьте, из каких колонок читать: нужен JSON вида {"email": "Почта"}.')

const readColumns = (text: string): PeopleColumns => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw wrongColumns()
  }
  const result = PeopleColumns.safeParse(parsed)
  if (!result.success) throw wrongColumns()
  return result.data
}

/** Reads the parts of a multipart body, in any order; their size is limited while they are read. */
export const receivePeopleFile = async (request: FastifyRequest): Promise<SentFile> => {
  const missing = () => invalid('file', 'Выберите файл.')
  if (!request.isMultipart()) throw missing()
  let file: Omit<SentFile, 'chosen'> | null = null
  let columns: string | null = null
  try {
    const limits = { fileSize: maxPeopleFile, files: 1, fields: 5, fieldSize: 50_000, parts: 10 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname === 'file') file = { name: part.filename ?? '', bytes }
      } else if (part.fieldname === 'columns') columns = typeof part.value === 'string' ? part.value : ''
    }
  } catch (error) {
    // whatever else is wrong with the body, there is no complete file in it
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw missing()
    const sentence = fileErrors.size(maxPeopleFile)
    throw new Refusal('too-large', { detail: sentence, fields: { file: [sentence] } })
  }
  if (!file) throw missing()
  const problem = fileProblem({ name: file.name, type: '', size: file.bytes.length }, peopleFileCheck)
  if (problem) throw invalid('file', problem)
  if (file.bytes.length === 0) throw invalid('file', 'Файл пустой. Сохраните таблицу ещё раз и выберите её снова.')
  return { ...file, chosen: columns?.trim() ? readColumns(columns) : {} }
}
