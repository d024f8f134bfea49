import type { NodeViewRenderer } from '@tiptap/core'
import { quizTitles } from '#web/editor/quiz-titles.ts'

/** A quiz in the text that is being written: its title alone. One that came with the text of another lesson says so. */
export const quizView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('div')
  dom.dataset.quiz = node.attrs['data-quiz']
  const show = () => {
    const { titles, isComplete } = quizTitles.get()
    const title = titles.get(dom.dataset.quiz ?? '')
    const unknown = isComplete ? 'Этого теста в уроке нет: уберите его и добавьте новый' : 'Тест'
    dom.textContent = title ? `Тест «${title}»` : unknown
  }
  show()
  return { dom, ignoreMutation: () => true, destroy: quizTitles.subscribe(show) }
}
