import { TaskItem, TaskList } from '@tiptap/extension-list'

const checkedOf = (element: HTMLElement) => element.getAttribute('data-checked') === 'true'

/** A list of things to be ticked off. */
export const CheckList = TaskList.extend({
  parseHTML: () => [{ tag: 'ul[data-type="taskList"]', priority: 60 }],
})

export const CheckItem = TaskItem.extend({
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: checkedOf,
      renderHTML: ({ checked }) => ({ 'data-checked': String(checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'ul[data-type="taskList"] > li', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
}).configure({
  nested: true,
  a11y: { checkboxLabel: (node) => node.textContent || 'Пустой пункт' },
})
