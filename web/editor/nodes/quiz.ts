import { Node } from '@tiptap/core'
import { richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { quizView } from '#web/editor/views/quiz-view.ts'

const [element] = richFeatures.quizzes

/** A quiz of the lesson; its questions are not part of the text. */
export const QuizPlace = Node.create({
  name: 'quiz',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attributesOf(element),
  parseHTML: () => [parseRuleOf(element)],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => quizView,
})
