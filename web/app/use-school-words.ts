import { useState } from 'react'
import { cohortWord, type SchoolWords, setSchoolWords } from '#contract/site/school-words.ts'
import { studentWord } from '#contract/users/student-word.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** How often the person has saved other words. */
const saves = createStore(0)

/** Draws everything again with the words that the person has just saved. */
export const showSavedWords = () => saves.set(saves.get() + 1)

/**
 * Puts the school's words into the texts, and returns a key for what is drawn with them. Texts take the words where they
 * are made, so other ones need everything to be drawn again, which closes dialogs and forgets what is half typed: words
 * that somebody else has changed wait for the next page.
 */
export const useSchoolWords = (school: SchoolWords | null, page: string | undefined) => {
  const saved = useStore(saves)
  const [drawn, setDrawn] = useState({ school, page, saved })
  if (drawn.page !== page || drawn.saved !== saved || (drawn.school === null && school !== null))
    setDrawn({ school, page, saved })
  if (drawn.school) setSchoolWords(drawn.school)
  return studentWord() + cohortWord()
}
