import { randomUUID } from 'node:crypto'
import type { FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import type { testApp } from '#server/testing/app.ts'

type Call = Awaited<ReturnType<typeof testApp>>['call']

/** Content with these blocks: a row for each record of values. */
export const contentOf = (
  blocks: Record<string, Record<string, FieldValue>[]>,
  rest: Partial<OrganisationContent> = {},
): OrganisationContent => ({
  ...emptyContent,
  ...rest,
  blocks: Object.fromEntries(
    Object.entries(blocks).map(([key, rows]) => [key, { rows: rows.map((values) => ({ id: randomUUID(), values })) }]),
  ),
})

/** A curator's client for the pages of the section, with the calls of the editor. */
export const editorOf = (call: Call, { token }: { token: string }) => {
  const path = (number: number, rest = '') => `/api/organisation/pages/${number}${rest}`
  const seen = (revision?: number) => (revision === undefined ? '' : `?revision=${revision}`)
  const load = async (number: number) => (await call('GET', path(number, '/draft'), { token })).body.draft
  const save = async (number: number, content: unknown, revision?: number) =>
    call('PUT', path(number, '/draft'), {
      token,
      body: { content, revision: revision ?? (await load(number)).revision },
    })
  const publish = async (number: number, revision?: number) =>
    call('POST', path(number, '/publish'), { token, body: { revision: revision ?? (await load(number)).revision } })
  return {
    load,
    save,
    publish,
    discard: (number: number, revision?: number) => call('DELETE', path(number, `/draft${seen(revision)}`), { token }),
    versions: async (number: number) => (await call('GET', path(number, '/versions'), { token })).body.versions,
    version: (number: number, id: number) => call('GET', path(number, `/versions/${id}`), { token }),
    restore: (number: number, id: number, revision?: number) =>
      call('POST', path(number, `/versions/${id}/restore${seen(revision)}`), { token }),
    /** Saves and publishes; returns the statuses of both. */
    write: async (number: number, content: unknown) => [
      (await save(number, content)).status,
      (await publish(number)).status,
    ],
    /** As a guest reads it. */
    read: async (number: number) => (await call('GET', path(number))).body.page,
  }
}
