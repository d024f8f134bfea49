import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OrganisationDraft, organisationApi } from '#contract/organisation/organisation.api.ts'
import {
  type ContentRow,
  emptyContent,
  type FieldValue,
  type OrganisationContent,
} from '#contract/organisation/organisation.schema.ts'
import { act } from '#web/data/act.ts'
import type { ServerDraft } from '#web/drafts/draft-sync.ts'
import { mayOutlive } from '#web/drafts/drafts.queries.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'
import { plainText } from '#web/drafts/same-text.ts'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'

/** A value in one spelling: the database keeps an object's parts in an order of its own. */
const valueName = (value: FieldValue) => {
  if ('absent' in value) return 'absent'
  if ('text' in value) return [value.text.trim()]
  return value.refs.map((ref) => ('document_id' in ref ? ref.document_id : [ref.title.trim(), ref.url.trim()]))
}

/** Whether a value is emptied: the server keeps none then. */
const isEmpty = (value: FieldValue) => {
  if ('absent' in value) return false
  return 'text' in value ? value.text.trim() === '' : value.refs.length === 0
}

const rowName = ({ id, from, hidden, values }: ContentRow) => [
  from ?? id,
  hidden === true,
  Object.entries(values)
    .filter(([, value]) => !isEmpty(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, valueName(value)]),
]

/** The content of a row, in one spelling. */
export const rowEssence = (row: ContentRow) => JSON.stringify(rowName(row))

/** The content of a page, in one spelling; a block without rows is no block. */
const essence = ({ before, after, blocks, more }: OrganisationContent) =>
  JSON.stringify([
    plainText(before),
    plainText(after),
    more.map(({ title, url }) => [title.trim(), url.trim()]),
    Object.keys(blocks)
      .filter((key) => blocks[key]?.rows.length)
      .sort()
      .map((key) => [key, blocks[key]?.rows.map(rowName)]),
  ])

/** Whether two contents say the same to a reader. */
export const sameContent = (a: OrganisationContent, b: OrganisationContent) => a === b || essence(a) === essence(b)

const isRow = (row: unknown) => {
  const { id, values } = (row ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof values === 'object' && values !== null
}

const isBlock = (block: unknown) => {
  const { rows } = (block ?? {}) as Record<string, unknown>
  return Array.isArray(rows) && rows.every(isRow)
}

/** Content that the device kept; undefined when it makes no sense. */
const readContent = (kept: unknown): OrganisationContent | undefined => {
  const { before, after, blocks, more } = (kept ?? {}) as Record<string, unknown>
  const whole =
    typeof before === 'string' &&
    typeof after === 'string' &&
    typeof blocks === 'object' &&
    blocks !== null &&
    Object.values(blocks).every(isBlock) &&
    Array.isArray(more)
  return whole ? (kept as OrganisationContent) : undefined
}

/** The draft of a page as its keeper has it. */
export const asServerDraft = ({
  content,
  revision,
  saved_at,
}: OrganisationDraft): ServerDraft<OrganisationContent> => ({ value: content, revision, saved_at })

/** The name of a page's draft, and of what is uploaded for it. */
export const draftKey = (number: number) => `organisation:${number}`

/** Where the draft of a page is kept: with its page, for all curators. `known` is the draft as it was shown last. */
export const contentSource = (
  client: QueryClient,
  userId: number,
  number: number,
  known?: OrganisationDraft,
): DraftSource<OrganisationContent> => {
  const params = { number }
  const load = async () => {
    const { draft } = await client.fetchQuery({ ...pageDraftQuery(number), staleTime: 0 })
    return asServerDraft(draft)
  }
  return {
    userId,
    key: draftKey(number),
    none: emptyContent,
    // the page may be published already: another version never replaces it without asking
    isNone: () => false,
    equal: sameContent,
    read: readContent,
    begin: known ? async () => asServerDraft(known) : load,
    load,
    save: async (content, revision, deliberate) => {
      const body = { content, revision }
      const keepalive = document.hidden && mayOutlive(body)
      const { draft } = await act(organisationApi.saveDraft, {
        params,
        body,
        as: userId,
        background: !deliberate,
        keepalive,
      })
      return asServerDraft(draft)
    },
  }
}

/** The same for a component. */
export const useContentSource = (userId: number, number: number, known?: OrganisationDraft) => {
  const client = useQueryClient()
  return useMemo(() => contentSource(client, userId, number, known), [client, userId, number, known])
}
