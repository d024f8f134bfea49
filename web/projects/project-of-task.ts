import { textOfTask } from '#contract/projects/text-of-task.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { ProjectValues } from '#web/projects/ProjectForm.tsx'

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** What was accepted, with its files: the latest attempt that stands. */
const acceptedContent = (task: Task) => {
  const accepted = task.attempts.findLast(({ withdrawn_at, review }) => !withdrawn_at && review?.verdict === 'accepted')
  return accepted ? textOfTask(accepted) : ''
}

/** The address of the first stored picture of a text; empty when it has none. */
const firstPicture = (html: string) => parse(html).querySelector('img[src^="/files/"]')?.getAttribute('src') ?? ''

/** Returns what a project made from an accepted task begins with. */
export const valuesOfTask = (task: Task): ProjectValues => {
  const content = acceptedContent(task)
  return {
    name: task.lesson.name,
    summary: '',
    tags: [],
    content,
    visibility: 'public',
    cover: firstPicture(content),
  }
}

/** The plain content of a text, and how many files are in it. */
export const gist = (html: string) => {
  const text = parse(html)
  const files = text.querySelectorAll('img[src^="/files/"], video, audio, a[data-type="file"]')
  for (const card of text.querySelectorAll('a[data-type="file"]')) card.remove()
  for (const block of text.querySelectorAll('p, li, h2, h3, h4, blockquote, pre, td')) block.append(' ')
  return { text: text.body.textContent?.replace(/\s+/g, ' ').trim() ?? '', files: files.length }
}
