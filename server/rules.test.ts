import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { scanCheck } from '#contract/consents/paper-consents.schema.ts'
import { maxPeopleFile } from '#contract/people-imports/people-fields.ts'
import { logoCheck } from '#contract/site/logo.ts'
import { avatarCheck } from '#contract/users/avatar-check.ts'
import { UserChange, UserRow } from '#contract/users/users.schema.ts'
import { maxEntries, maxTextBytes, maxUnpackedBytes } from '#server/imports/unreadable.ts'
import { maxCells } from '#server/people-imports/sheet-rows.ts'
import { projectFolder } from '#server/project-folder.ts'

const text = readFileSync(join(projectFolder, 'docs/rules.md'), 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| '))
const rowOf = (start: string) => rows.find((row) => row.startsWith(`| ${start}`)) ?? ''
/** The first cells of the table of fields, without what they only mention. */
const fields = text.slice(text.indexOf('## Fields')).matchAll(/^\| ([^|]*) \|/gm)

describe('docs/rules.md', () => {
  it('names files that exist', () => {
    const paths = [...text.matchAll(/`((?:server|contract)\/[\w./-]+)`/g)].map(([, path]) => path as string)
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
  })

  it('has a rule for every field of a person that not everybody reads or writes', () => {
    const named = new Set(
      [...fields].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
    )
    const all = [...Object.keys(UserRow.shape), ...Object.keys(UserChange.shape)].filter((name) => name !== 'id')
    expect(all.filter((name) => !named.has(name))).toEqual([])
  })
})

const megabyte = 2 ** 20
test.each([
  ['avatar', `${avatarCheck.maxSize / megabyte} MB`],
  ['logo', `${logoCheck.maxSize / megabyte} MB`],
  ['scan', `${scanCheck.maxSize / megabyte} MB`],
  ['file of people', `${maxPeopleFile / megabyte} MB`],
  ['file of people', `${maxCells / 1000} 000 cells`],
  ['import', `${maxUnpackedBytes / 2 ** 30} GB`],
  ['import', `${maxEntries / 1000} 000 entries`],
  ['import', `a text ${maxTextBytes / megabyte} MB`],
])('docs/rules.md says of the %s what the code enforces: %s', (place, limit) => {
  expect(rowOf(place)).toContain(limit)
})
