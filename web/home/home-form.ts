import { z } from 'zod'
import { type Home, maxOnHome } from '#contract/home/home.schema.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { type HomeBlock, HomeSettings, homeBlocks } from '#contract/site/site-settings.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { randomId } from '#web/data/random-id.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormOf } from '#web/drafts/WithDraft.tsx'
import { validateWith } from '#web/forms/form-errors.ts'

const Kept = z.object({
  title: z.string(),
  text: z.string(),
  /** Every block in order; those that are off stay in their place. */
  blocks: z.array(z.object({ name: z.enum(homeBlocks), shown: z.boolean() })),
  about: z.object({ title: z.string(), text: z.string() }),
  steps: z.array(z.object({ key: z.string(), name: z.string(), text: z.string() })),
  links: z.array(z.object({ key: z.string(), title: z.string(), url: z.string() })),
  projects: z.array(z.object({ id: z.number(), name: z.string() })),
})

/** The main page as it is typed: rows carry keys, chosen projects their names. */
export type HomeValues = z.infer<typeof Kept>

/** What each block is called where it is put in order. */
export const blockNames: Record<HomeBlock, string> = {
  courses: 'Набор открыт',
  get projects() {
    return `Проекты ${called('студентов')}`
  },
  teachers: 'Преподаватели',
  steps: 'Как начать',
  about: 'О школе',
}

const inLines = (rows: string[][]) => rows.map((parts) => parts.filter(Boolean).join(': ')).join('\n')

const check = validateWith(HomeSettings)

/** How the main page is drafted. */
export const homeKind: FormKind<HomeValues> = {
  fields: {
    title: { label: 'Заголовок' },
    text: { label: 'Текст под ним' },
    blocks: {
      label: 'Блоки',
      show: (blocks) => inLines(blocks.map(({ name, shown }) => [blockNames[name], shown ? 'есть' : 'нет'])),
    },
    about: { title: { label: 'О школе: заголовок' }, text: { label: 'О школе: текст' } },
    steps: {
      label: 'Шаги',
      of: (steps) => steps.map(({ name, text }) => [name, text]),
      show: (steps) => inLines(steps.map(({ name, text }) => [name, text])),
    },
    links: {
      label: 'Ссылки',
      of: (links) => links.map(({ title, url }) => [title, url]),
      show: (links) => inLines(links.map(({ title, url }) => [title, url])),
    },
    projects: { label: 'Проекты', show: (projects) => inLines(projects.map(({ name }) => [name])) },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
  check: (values) => check(homeOf(values)),
}

/** An empty row of a list. */
export const newStep = (): HomeValues['steps'][number] => ({ key: randomId(), name: '', text: '' })
export const newLink = (): HomeValues['links'][number] => ({ key: randomId(), title: '', url: '' })

const nameOf = (home: Home, id: number) => home.projects.find((project) => project.id === id)?.name

/** Which of the found projects may be chosen, too: guests do not see those for the school alone. */
export const toOffer = (found: ProjectCard[], chosen: HomeValues['projects']) =>
  found.filter(({ id, visibility }) => visibility === 'public' && chosen.every((one) => one.id !== id))

/** The page as it is, to be typed over. */
export const homeValues = (home: Home): HomeValues => {
  const { title, text, order, about, steps, links, project_ids } = home.settings
  return {
    title,
    text,
    blocks: [
      ...order.map((name) => ({ name, shown: true })),
      ...homeBlocks.filter((name) => !order.includes(name)).map((name) => ({ name, shown: false })),
    ],
    about,
    steps: steps.map((step, index) => ({ key: `${index}`, ...step })),
    links: links.map((link, index) => ({ key: `${index}`, ...link })),
    // the page shows no more, and knows the names of no others; earlier more could be chosen
    projects: project_ids
      .slice(0, maxOnHome.projects)
      .map((id) => ({ id, name: nameOf(home, id) ?? `Проект ${id}: его видят не все` })),
  }
}

/** What was typed, as the server takes it. */
export const homeOf = ({ blocks, steps, links, projects, ...rest }: HomeValues): HomeSettings => ({
  ...rest,
  order: blocks.filter(({ shown }) => shown).map(({ name }) => name),
  steps: steps.map(({ name, text }) => ({ name, text })),
  links: links.map(({ title, url }) => ({ title, url })),
  project_ids: projects.map(({ id }) => id),
})

/** The form of the main page. */
export type HomeFormState = FormOf<HomeValues>
