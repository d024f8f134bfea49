import type { Editor } from '@tiptap/react'
import type { EditorContext } from '#web/editor/context.ts'

/** What the controls of a context get. */
export interface ControlProps {
  editor: Editor
  context: EditorContext
  /** Sends the captions of the film at this address; there when files can be sent. */
  addCaptions?: ((film: string, files: File[]) => void) | undefined
  /** Opens the chapters of the film at this position. */
  editChapters: (at: number) => void
  /** Opens the questions of a quiz; there where the lesson is. */
  editQuiz?: ((id: number) => void) | undefined
  /** The controls have done what they were opened for. */
  onDone: () => void
}
