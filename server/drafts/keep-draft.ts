import { type KeptDraft, type KeptDraftChange, maxDrafts } from '#contract/drafts/drafts.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { fileIdsOfValue, keptValue, signedValue } from '#server/drafts/draft-value.ts'
import { countDrafts, type DraftRecord, findDraft, lockDraft, updateDraft } from '#server/drafts/drafts.repo.ts'
import { type FileUser, listFilesOf } from '#server/files/file-uses.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { Refusal } from '#server/http/refusal.ts'

const userOf = ({ id }: DraftRecord): FileUser => ({ owner: 'draft', id })

const noDraft: KeptDraft = { value: null, revision: 0, saved_at: null }

const present = async (db: Db, draft: DraftRecord): Promise<KeptDraft> => {
  if (draft.value === null) return { value: null, revision: draft.revision, saved_at: null }
  const files = await listFilesOf(db, [userOf(draft)])
  return {
    value: signedValue(
      draft.value,
      files.map(({ file }) => file),
    ),
    revision: draft.revision,
    saved_at: draft.saved_at,
  }
}

/**
 * A person's own draft, with signed links; a draft that does not exist is at revision 0. A curator who looks at the
 * site as the person finds none.
 */
export const loadDraft = async (db: Db, actor: Actor, key: string): Promise<KeptDraft> => {
  const draft = actor.looker_id ? null : await findDraft(db, actor.id, key)
  return draft ? present(db, draft) : noDraft
}

/** Keeps a person's own draft unless another save came after `revision`; a null value ends it. */
export const keepDraft = (
  db: Db,
  actor: Actor,
  key: string,
  { value, revision }: KeptDraftChange,
): Promise<KeptDraft> =>
  db.transaction(async (tx) => {
    // ending what was never begun keeps no row: the limit counts open drafts alone
    if (value === null && revision === 0 && !(await findDraft(tx, actor.id, key))) return noDraft
    const draft = await lockDraft(tx, actor.id, key)
    if (draft.revision !== revision) throw new Refusal('draft-behind')
    if (draft.value === null && value !== null && (await countDrafts(tx, actor.id)) >= maxDrafts) {
      throw new Refusal('too-many', {
        detail: `У вас уже ${maxDrafts} неоконченных черновиков. Закончите или удалите старые, чтобы начать новый.`,
      })
    }
    const kept = keptValue(value)
    await keepFiles(tx, actor, userOf(draft), { ids: fileIdsOfValue(kept) })
    return present(tx, await updateDraft(tx, draft, kept))
  })
