import { useUnsavedChanges } from '#web/app/use-unsaved-changes.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'

/** Asks before a page is left only when what is typed is kept nowhere else. */
export const useUnkept = ({ pageOnly }: DraftState<unknown>) =>
  useUnsavedChanges(pageOnly, 'Набранное не удалось сохранить ни на сервере, ни на этом устройстве.')
