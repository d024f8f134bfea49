import { z } from 'zod'
import { FileId, Film, StoredFile } from '#contract/files/files.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'

const FileParams = z.object({ id: FileId })

/** Uploads themselves use tus 1.0 at `/api/files`: see server/uploads/uploads.routes.ts. */
export const filesApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/files/{id}',
    access: 'public',
    summary: 'A file with new links, for those who may see it; where the caller stopped watching it',
    params: FileParams,
    response: z.object({
      file: StoredFile,
      /** In seconds from the start of a film or sound; null where the user has not watched it. */
      place: z.number().nullable(),
      film: Film.optional(),
    }),
  }),
  setPlace: endpoint({
    method: 'PUT',
    path: '/api/files/{id}/place',
    access: 'user',
    summary: 'Remember where the caller stopped watching',
    params: FileParams,
    body: z.object({ seconds: z.number().min(0).max(1_000_000) }),
  }),
}
