import type { NodeViewRenderer } from '@tiptap/core'
import { quizTitles } from '#web/editor/quiz-titles.ts'

/** A quiz in the text that is being written: its title alone. */
export const quizView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('div')
  dom.dataset.quiz = node.attrs['data-quiz']
  const show = () => {
    const title = quizTitles.get().get(dom.dataset.quiz ?? '')
    dom.textContent = title ? `Тест «${title}»` : 'Тест'
  }
  show()
  return { dom, ignoreMutation: () => true, destroy: quizTitles.subscribe(show) }
}
