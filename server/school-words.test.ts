import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { called, callStudents, type StudentForm } from '#contract/users/student-word.ts'

interface Word {
  pattern: RegExp
  /** The functions that write it as the school has chosen. */
  callers: string[]
  /** Files that write it themselves, with why. */
  written: Record<string, string>
}

const words: Record<string, Word> = {
  'for those who learn': {
    pattern: /студент/i,
    callers: ['called'],
    written: {
      'contract/users/student-word.ts': 'the forms',
      'server/documents/texts/privacy.ts': 'the first text of a document, which the school then edits as its own',
      'server/people-imports/find-columns.ts': 'what other programs call columns',
      'server/people-imports/read-person.ts': 'what other programs call the role',
    },
  },
  'for classes': {
    pattern: /(?<![а-яё])класс/i,
    callers: ['cohortCalled', 'cohortTitle'],
    written: {
      'contract/cohorts/cohort-words.ts': 'the forms',
      'contract/pages.ts': 'the title of a page until its class is loaded, which then has the name',
      'server/organisation/self-check-markup.ts': 'a class of HTML',
      'server/people-imports/find-columns.ts': 'what other programs call columns',
      'server/people-imports/read-person.ts': 'what other programs call the role',
    },
  },
}

const root = join(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'web'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

const isFunction = ({ type }: Node) => /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)

const textOf = ({ type, value }: Node): string => {
  if (type === 'Literal' || type === 'JSXText') return String(value)
  return type === 'TemplateElement' ? String((value as { cooked?: string }).cooked) : ''
}

const isCalled = ({ type, callee }: Node, { callers }: Word) =>
  type === 'CallExpression' && callers.includes(String((callee as Node).name))

/** Literal texts with the word outside its functions, and calls of these that run once for a whole process. */
const faultsIn = (node: Node, word: Word, isInFunction: boolean): Node[] => {
  if (isCalled(node, word)) return isInFunction ? [] : [node]
  if (word.pattern.test(textOf(node))) return [node]
  return childrenOf(node).flatMap((child) => faultsIn(child, word, isInFunction || isFunction(child)))
}

it.each(Object.entries(words))('%s is what the school has chosen, wherever a text is made', (_, word) => {
  const faults = files.flatMap((path) => {
    if (path in word.written) return []
    const text = readFileSync(join(root, path), 'utf8')
    if (!word.pattern.test(text) && !word.callers.some((name) => text.includes(`${name}(`))) return []
    const { program } = parseSync(path, text)
    return faultsIn(program as unknown as Node, word, false).map(
      ({ start }) => `${path}:${text.slice(0, start).split('\n').length}`,
    )
  })
  expect(faults).toEqual([])
})

afterEach(() => callStudents('student'))

it('has every form of both words', () => {
  const forms: StudentForm[] = ['Студент', 'студента', 'студенту', 'студентом', 'студенте', 'Студенты', 'студентов']
  const others: StudentForm[] = ['студентам', 'студентами', 'студентах']
  expect([...forms, ...others].map(called)).toEqual([...forms, ...others])
  callStudents('pupil')
  expect(forms.map(called).join(' ')).toBe('Ученик ученика ученику учеником ученике Ученики учеников')
  expect(others.map(called).join(' ')).toBe('ученикам учениками учениках')
})
