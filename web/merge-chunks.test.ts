import { expect, test } from 'vitest'
import { mergeChunks, type SharedChunk } from './merge-chunks.ts'

const chunk = (file: string, size: number, imports: string[] = []): SharedChunk => ({
  files: [file],
  size,
  hasStyles: false,
  imports,
})
const filesOf = (chunks: SharedChunk[]) => chunks.map(({ files }) => files.toSorted()).toSorted()

test('small chunks of the same entries are merged', () => {
  const entries = [
    { file: 'course', imports: ['icon', 'dates'] },
    { file: 'lesson', imports: ['icon', 'dates'] },
  ]
  expect(filesOf(mergeChunks([chunk('icon', 100), chunk('dates', 700)], entries))).toEqual([['dates', 'icon']])
})

test('no entry loads a large chunk for the sake of a small one', () => {
  const entries = [
    { file: 'course', imports: ['icon'] },
    { file: 'lesson', imports: ['icon', 'editor'] },
    { file: 'project', imports: ['icon', 'editor'] },
  ]
  expect(filesOf(mergeChunks([chunk('icon', 100), chunk('editor', 90_000)], entries))).toEqual([['editor'], ['icon']])
})

test('what a chunk imports counts as well', () => {
  const entries = [
    { file: 'course', imports: ['icon'] },
    { file: 'lesson', imports: ['icon', 'toolbar'] },
  ]
  const shared = [chunk('icon', 100), chunk('toolbar', 300, ['editor']), chunk('editor', 90_000)]
  expect(filesOf(mergeChunks(shared, entries))).toContainEqual(['icon'])
})

test('no chunk imports itself through another', () => {
  const entries = [
    { file: 'course', imports: ['first'] },
    { file: 'lesson', imports: ['first'] },
  ]
  const shared = [chunk('first', 100, ['between']), chunk('between', 90_000, ['last']), chunk('last', 100)]
  const merged = mergeChunks(shared, entries)
  expect(filesOf(merged)).not.toContainEqual(['first', 'last'])
})
