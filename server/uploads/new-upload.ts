import { Metadata } from '@tus/server'
import { fileErrors, fileProblem } from '#contract/files/check-file.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { cleanFileName } from '#server/uploads/file-name.ts'

/** What an upload declares before its bytes are sent. */
export interface NewUpload {
  name: string
  /** As its sender declares it. */
  type: string
  size: number
  /** Allowed types of the file check; null when every file is allowed. */
  accept: string[] | null
}

const unreadable = (detail: string) => new Refusal('upload-unreadable', { detail })

const readMetadata = (header: unknown): Record<string, string | null> => {
  if (typeof header !== 'string') return {}
  try {
    return Metadata.parse(header)
  } catch {
    throw unreadable('Заголовок Upload-Metadata должен состоять из пар «имя base64» через запятую.')
  }
}

const readSize = (header: unknown, maxSize: number) => {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
    throw unreadable('Заголовок Upload-Length должен сообщать размер файла в байтах.')
  }
  const size = Number(header)
  if (size <= maxSize) return size
  const sentence = fileErrors.size(maxSize)
  throw new Refusal('too-large', { detail: sentence, fields: { file: [sentence] } })
}

/** A type without its parameters; an invalid one becomes that of unknown bytes. */
const readType = (given: string | null | undefined) => {
  const type = (given ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}

/** Parses the list of allowed types in `accept`, comma separated. */
export const readAccept = (accept: string | null | undefined) =>
  accept
    ? accept
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
    : null

/** Parses and checks the headers of tus when an upload begins. Throws Refusal. */
export const readNewUpload = (headers: Record<string, unknown>, maxSize: number): NewUpload => {
  if (headers['upload-defer-length'] !== undefined) throw unreadable('Размер файла нужно назвать сразу.')
  const size = readSize(headers['upload-length'], maxSize)
  const { filename, filetype, accept } = readMetadata(headers['upload-metadata'])
  if (!filename) throw invalid('filename', 'Назовите файл: в Upload-Metadata нужно поле filename.')
  if (accept && accept.length > 1000) throw invalid('accept', 'Слишком длинный список разрешённых типов.')
  const upload = { name: cleanFileName(filename), type: readType(filetype), size, accept: readAccept(accept) }
  const problem = fileProblem(upload, upload.accept ? { types: upload.accept } : {})
  if (problem) throw invalid('file', problem)
  return upload
}

/** The metadata that tus keeps, and returns to clients that ask for the progress. */
export const metadataOf = ({ name, type, accept }: NewUpload): string =>
  Metadata.stringify({ filename: name, filetype: type, ...(accept ? { accept: accept.join(',') } : {}) })
