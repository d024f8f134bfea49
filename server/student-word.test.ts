import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { called, callStudents, type StudentForm } from '#contract/users/student-word.ts'

/** Files that write «студент» themselves, with why. */
const written: Record<string, string> = {
  'contract/users/student-word.ts': 'the forms',
  'server/documents/texts/privacy.ts': 'the first text of a document, which the school then edits as its own',
  'server/people-imports/find-columns.ts': 'what other programs call columns',
  'server/people-imports/read-person.ts': 'what other programs call the role',
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
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path) && !(path in written))

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

const isCalled = ({ type, callee }: Node) => type === 'CallExpression' && (callee as Node).name === 'called'

/** Literal texts with the word outside `called`, and calls that run once for a whole process. */
const faultsIn = (node: Node, isInFunction: boolean): Node[] => {
  if (isCalled(node)) return isInFunction ? [] : [node]
  if (/студент/i.test(textOf(node))) return [node]
  return childrenOf(node).flatMap((child) => faultsIn(child, isInFunction || isFunction(child)))
}

it('is what the school has chosen, in every text: `called` where the text is made', () => {
  const faults = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!/студент/i.test(text)) return []
    const { program } = parseSync(path, text)
    return faultsIn(program as unknown as Node, false).map(
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
