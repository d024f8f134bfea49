import { Metadata } from '@tus/server'
import { fileErrors, fileProblem } from '#contract/files/check-file.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { cleanFileName } from '#server/uploads/file-name.ts'

/** What an upload says of itself before its bytes come. */
export interface NewUpload {
  name: string
  /** As its sender believes. */
  type: string
  size: number
  /** Allowed types of the file check; null when every file is welcome. */
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

/** A type without its parameters; that of unknown bytes for what is none. */
const readType = (given: string | null | undefined) => {
  const type = (given ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}

/** The list of allowed types as `accept` brings it, comma separated. */
export const readAccept = (accept: string | null | undefined) =>
  accept
    ? accept
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
    : null

/** Reads and checks what tus says when an upload begins. Throws Refusal. */
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

/** What tus keeps of it, and tells again to who asks how far it is. */
export const metadataOf = ({ name, type, accept }: NewUpload): string =>
  Metadata.stringify({ filename: name, filetype: type, ...(accept ? { accept: accept.join(',') } : {}) })
