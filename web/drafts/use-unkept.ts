import type { DraftState } from '#web/drafts/draft-sync.ts'
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts'

/** Asks before a page is left only when what is typed is kept nowhere else. */
export const useUnkept = ({ pageOnly }: DraftState<unknown>) =>
  useUnsavedChanges(pageOnly, 'Набранное не удалось сохранить ни на сервере, ни на этом устройстве.')
