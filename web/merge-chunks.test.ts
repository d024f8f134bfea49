import { expect, test } from 'vitest'
import { type EntryChunk, mergeChunks, type SharedChunk } from './merge-chunks.ts'

const chunk = (file: string, size: number, imports: string[] = []): SharedChunk => ({
  files: [file],
  size,
  hasStyles: false,
  imports,
})
const entry = (file: string, imports: string[], weight = 1): EntryChunk => ({ file, imports, weight })
const filesOf = (chunks: SharedChunk[]) => chunks.map(({ files }) => files.toSorted()).toSorted()

test('small chunks of the same entries are merged', () => {
  const entries = [entry('course', ['icon', 'dates']), entry('lesson', ['icon', 'dates'])]
  expect(filesOf(mergeChunks([chunk('icon', 100), chunk('dates', 700)], entries))).toEqual([['dates', 'icon']])
})

test('no entry loads a large chunk for the sake of a small one', () => {
  const entries = [entry('course', ['icon']), entry('lesson', ['icon', 'editor']), entry('project', ['icon', 'editor'])]
  expect(filesOf(mergeChunks([chunk('icon', 100), chunk('editor', 90_000)], entries))).toEqual([['editor'], ['icon']])
})

test('what a chunk imports counts as well', () => {
  const entries = [entry('course', ['icon']), entry('lesson', ['icon', 'toolbar'])]
  const shared = [chunk('icon', 100), chunk('toolbar', 300, ['editor']), chunk('editor', 90_000)]
  expect(filesOf(mergeChunks(shared, entries))).toContainEqual(['icon'])
})

test('no chunk imports itself through another', () => {
  const entries = [entry('course', ['first']), entry('lesson', ['first'])]
  const shared = [chunk('first', 100, ['between']), chunk('between', 90_000, ['last']), chunk('last', 100)]
  const merged = mergeChunks(shared, entries)
  expect(filesOf(merged)).not.toContainEqual(['first', 'last'])
})

test('an entry that is loaded more often decides', () => {
  const shared = [chunk('icon', 100), chunk('toolbar', 9000)]
  const withCourseWeighing = (weight: number) =>
    filesOf(mergeChunks(shared, [entry('course', ['icon', 'toolbar'], weight), entry('lesson', ['icon'])]))
  expect(withCourseWeighing(1)).toEqual([['icon'], ['toolbar']])
  expect(withCourseWeighing(60)).toEqual([['icon', 'toolbar']])
})
