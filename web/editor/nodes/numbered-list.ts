import type { Node } from '@tiptap/core'
import { OrderedList } from '@tiptap/extension-list'
import { keptValue, richFeatures } from '#contract/content/rich-text.ts'

const startRule = richFeatures.lists[1].may.start

/** Numbers are drawn by the style sheet: only the list's first number is kept. */
export const NumberedList = OrderedList.extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element) => Number(keptValue(startRule, element.getAttribute('start') ?? '') ?? 1),
    },
  }),
  addInputRules() {
    const rules = this.parent?.() ?? []
    // «1941. Начало войны» begins with a year
    for (const rule of rules) rule.find = /^(0|[1-9]\d{0,2})\.\s$/
    return rules
  },
  // pasted lines stay as they are: «A. Einstein» would lose its letter
  addProseMirrorPlugins: () => [],
}) as Node
