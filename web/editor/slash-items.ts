import type { EditorCommand } from '#web/editor/commands.ts'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/** What the «/» menu offers, in groups; a command that the use does not have is left out. */
const groups: [string, string[]][] = [
  ['Текст', ['paragraph', 'h2', 'h3', 'h4', 'blockquote']],
  ['Списки', ['bulletList', 'orderedList', 'taskList']],
  ['Вставить', ['picture', 'video', 'file', 'table', 'codeBlock', 'formula', 'blockFormula', 'quiz', 'rule']],
  ['Выделить', ['callout-info', 'callout-warn', 'callout-ok', 'details']],
]

export interface SlashItem {
  command: EditorCommand
  group: string
}

/**
 * How well a command answers to what was typed: 0 not at all, then by its keywords, inside its name, by its beginning.
 */
const rank = ({ label, keywords = '' }: EditorCommand, query: string) => {
  if (query === '') return 1
  const name = plainSpelling(label)
  if (name.startsWith(query)) return 4
  if (name.split(' ').some((word) => word.startsWith(query))) return 3
  if (
    plainSpelling(keywords)
      .split(' ')
      .some((word) => word.startsWith(query))
  )
    return 2
  return name.includes(query) ? 1 : 0
}

/** The commands that answer to what was typed after «/»: in their groups, or the best first. */
export const slashItems = (commands: Map<string, EditorCommand>, typed: string): SlashItem[] => {
  // a slash between words, not before one
  if (typed.startsWith(' ')) return []
  const query = plainSpelling(typed.trim())
  return groups
    .flatMap(([group, ids]) => ids.map((id) => ({ group, command: commands.get(id) })))
    .filter((item): item is SlashItem => item.command !== undefined && rank(item.command, query) > 0)
    .toSorted((a, b) => rank(b.command, query) - rank(a.command, query))
}
